import { randomUUID } from 'node:crypto'
import { type NewReader, type NewReadPoint, readers } from '@ats/contract/readers.ts'
import { writeDecoded } from '#features/readers/writer/write.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Entry } from '#kernel/log/envelope.ts'
import type { TestApp } from './app.ts'
import { administratorOf, freshTag } from './stock.ts'

export async function readerIn(t: TestApp, placeId: string, given: Partial<NewReader> = {}) {
  const body = { name: `RD${freshTag()}`, adapter: 'impinj', placeId, ...given }
  const answer = await t.call(await administratorOf(t), readers.add, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  const { reader, password } = answer.body
  return { id: reader._id, name: reader.name, password }
}

export async function pointsOf(t: TestApp, id: string, readPoints: NewReadPoint[]) {
  const input = { params: { id }, body: { readPoints } }
  const answer = await t.call(await administratorOf(t), readers.setReadPoints, input)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

/** A message with one read, as the gateway publishes it. */
export const entryOf = (reader: string, tag: string): Entry => {
  const at = new Date().toISOString()
  const payload = JSON.stringify([
    { eventType: 'tagInventory', tagInventoryEvent: { epcHex: tag, lastSeenTime: at } },
  ])
  return { reader, kind: 'reads', receivedAt: at, payload: Buffer.from(payload) }
}

type Read = {
  tag: string
  at: string
  reader: string
  antenna?: number
  rssi?: number | null
  received?: string
}

/** Writes a batch like the writer; returns how many reads were new. */
export async function takeReads(t: TestApp, sent: readonly Read[]): Promise<number> {
  const reads = sent.map(({ antenna = 1, rssi = null, received, ...read }) => ({
    ...{ ...read, antenna, rssi, count: 1, receivedAt: received ?? read.at },
  }))
  const decoded = { reads, letters: [], notes: [] }
  return (await inTransaction(t.db, (tx) => writeDecoded(tx, decoded, t.config.deadLetterBytes))).reads
}

/** This many seconds after the moment one hour ago, so that it is in the past. */
export const second = (n: number) => new Date(Date.now() - 3_600_000 + n * 1000).toISOString()

/** Reads the tag in a place often enough to count. */
export async function seenIn(t: TestApp, tag: string, placeId: string, from = 0) {
  const { id } = await readerIn(t, placeId)
  await pointsOf(t, id, [{ antenna: 0, placeId, kind: 'portal' }])
  await takeReads(
    t,
    [0, 1].map((n) => ({ tag, at: second(from + n), reader: id })),
  )
  return id
}

export async function deadLetterOf(t: TestApp, readerId: string | null) {
  const values = { message_id: randomUUID(), reader_id: readerId, reason: 'unreadable', payload: 'no JSON' }
  const insert = t.db.insertInto('dead_letters').values({ ...values, received_at: new Date().toISOString() })
  return (await insert.returning('id').executeTakeFirstOrThrow()).id
}
