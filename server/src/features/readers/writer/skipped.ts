import type { DeliveryInfo } from '@nats-io/jetstream'
import { type Log, readsSubject, stream } from '#kernel/log/log.ts'

const mostLookedFor = 10_000
/** Any of the nodes responds, by chance, and only one of three may be damaged. */
const mostTries = 20
const atOnce = 50

type Delivery = Pick<DeliveryInfo, 'streamSequence' | 'deliverySequence' | 'deliveryCount'>
/** `from` up to but without `to` are the messages of which `count` were left out. */
export type Gap = { from: number; to: number; count: number }

/**
 * Notices messages that the log left out. All messages are for one consumer, so from one new message to the next the number of
 * the message rises by as much as the number of deliveries, or by less where others were delivered again. It rises by more only
 * when the node that delivers does not have what it acknowledged: a damaged file. With several writers a gap lies somewhere
 * between two messages of this one, and what another writer gets again may hide it.
 */
export function newGapWatch(delivered: { stream_seq: number; consumer_seq: number }) {
  let last = delivered.stream_seq
  let ahead = last === 0 ? undefined : last - delivered.consumer_seq
  let again = 0
  return ({ streamSequence, deliverySequence, deliveryCount }: Delivery): Gap | undefined => {
    if (deliveryCount > 1) again += 1
    if (deliveryCount > 1 || streamSequence <= last) return undefined
    const now = streamSequence - deliverySequence + again
    const from = Math.max(last + 1, streamSequence - mostLookedFor)
    const count = Math.min(ahead === undefined ? 0 : now - ahead, streamSequence - last - 1)
    ahead = now
    last = streamSequence
    return count > 0 ? { from, to: streamSequence, count } : undefined
  }
}

/** Whether a node that has it was found. What is known already when a second writer does the same changes nothing. */
async function publishAgain({ js, manager }: Log, seq: number): Promise<boolean> {
  const found = await manager.direct.getMessage(stream, { seq })
  if (found !== null) await js.publish(readsSubject, found.data, { msgID: `skipped-${seq}` })
  return found !== null
}

/** Looks for what was left out on all nodes, and puts it into the log once more; returns how many messages were found. */
export async function publishSkipped(
  log: Log,
  { from, to }: Gap,
  replicas: number,
  failed: (error: unknown) => void,
): Promise<number> {
  const notYet = (error: unknown) => {
    failed(error)
    return false
  }
  const wanted = new Set(Array.from({ length: to - from }, (_, n) => from + n))
  const { size } = wanted
  for (let tries = replicas === 1 ? 1 : mostTries; tries > 0 && wanted.size > 0; tries -= 1) {
    const all = [...wanted]
    for (let at = 0; at < all.length; at += atOnce)
      await Promise.all(
        all.slice(at, at + atOnce).map(async (seq) => {
          if (await publishAgain(log, seq).catch(notYet)) wanted.delete(seq)
        }),
      )
  }
  return size - wanted.size
}
