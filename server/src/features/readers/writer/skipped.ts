import type { DeliveryInfo } from '@nats-io/jetstream'
import { type Log, readsSubject, stream } from '#kernel/log/log.ts'

const mostLookedFor = 10_000
/** A random node responds, and only one of three may be damaged, so several attempts reach an intact one. */
const mostTries = 20
const atOnce = 50

type Delivery = Pick<DeliveryInfo, 'streamSequence' | 'deliverySequence' | 'deliveryCount'>
/** Of the messages from `from` up to but excluding `to`, `count` were skipped. */
export type Gap = { from: number; to: number; count: number }

/**
 * Detects messages that NATS skipped. All messages go to one consumer. So between two new messages the stream
 * sequence rises by as much as the delivery sequence, or by less if messages were redelivered. It rises by
 * more only if the delivering node lacks messages that it acknowledged, because a file is damaged. With
 * several writers a gap lies somewhere between two messages of this writer, and redeliveries to another
 * writer may hide it.
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

/**
 * Returns whether a node with the message was found. If a second writer does the same, the duplicate changes
 * nothing.
 */
async function publishAgain({ js, manager }: Log, seq: number): Promise<boolean> {
  const found = await manager.direct.getMessage(stream, { seq })
  if (found !== null) await js.publish(readsSubject, found.data, { msgID: `skipped-${seq}` })
  return found !== null
}

/** Searches all nodes for skipped messages and publishes them again; returns how many were found. */
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
