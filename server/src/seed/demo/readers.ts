import type { ReaderAdapter } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { demoReaderPassword } from '#features/readers/demo.ts'
import { addReader, setReadPoints } from '#features/readers/readers.ts'
import type { Read } from '#features/readers/writer/decode.ts'
import { writeDecoded } from '#features/readers/writer/write.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { hashOf } from '#kernel/secrets.ts'
import type { Act, Stage } from './year.ts'

const gates: readonly [property: string, room: string, adapter: ReaderAdapter, kind: 'portal' | 'room'][] = [
  ['Head Office', 'Reception', 'impinj', 'portal'],
  ['Head Office', 'Store', 'impinj', 'room'],
  ['Head Office', 'Meeting Room 1', 'zebra-fx', 'room'],
  ['Service Centre', 'Repair Bay', 'zebra-fx', 'room'],
  ['Warehouse', 'Goods In', 'speedway', 'portal'],
  ['Warehouse', 'Racks A', 'impinj', 'room'],
]
const city = 'Indore'
const minute = 60_000
const day = 24 * 60 * minute

type Gate = { reader: Id; placeId: Id; tags: string[] }

async function addGate({ services, rooms, as }: Stage, requestId: string, gate: (typeof gates)[number]) {
  const [property, name, adapter, kind] = gate
  const room = rooms.find((one) => one.city === city && one.property.endsWith(property) && one.room === name)
  if (room === undefined) return undefined
  const { db, config } = services
  const actor = as('Rohan Kulkarni', requestId)
  return inTransaction(db, async (tx): Promise<Gate> => {
    const given = {
      name: `${property}, ${name}`,
      adapter,
      mapping: null,
      placeId: room.id,
      silentMinutes: null,
    }
    const { reader } = await addReader(tx, actor, config, given)
    await sql`update readers set credential_hash = ${hashOf(demoReaderPassword)} where id = ${reader._id}`.execute(
      tx,
    )
    const point = { antenna: 0, placeId: room.id, kind, minRssi: -70 }
    await setReadPoints(tx, actor, reader._id, { readPoints: [point] })
    const { rows } = await sql<{ tag: string }>`select upper(rfid_tag) as tag from assets
      where place_id = ${room.id} and rfid_tag is not null and deleted_at is null order by number limit 15`.execute(
      tx,
    )
    return { reader: reader._id, placeId: room.id, tags: rows.map(({ tag }) => tag) }
  })
}

/** Three reads within some seconds, which is enough for every kind of read point. */
const seen = (tag: string, { reader }: Gate, from: number): Read[] =>
  [0, 1, 2].map((n) => {
    const at = new Date(from + n * 700).toISOString()
    return { tag, at, reader, antenna: 1, rssi: -48 - n, count: 1, receivedAt: at }
  })

/** Most assets stay where they belong; some went through a door this week, and a few are in the wrong place. */
function readsOf(all: readonly Gate[], now: number): Read[] {
  return all.flatMap((gate, number) =>
    gate.tags.flatMap((tag, index) => {
      const next = all[(number + 1) % all.length] ?? gate
      const wanders = index % 5 === 1
      return [
        ...seen(tag, gate, now - 6 * day + index * minute),
        ...(wanders ? seen(tag, next, now - 2 * day + (number * 40 + index) * minute) : []),
        ...(index % 10 === 1 ? [] : seen(tag, gate, now - (20 + index) * minute)),
      ]
    }),
  )
}

/** Six readers in Indore with their sightings, which are also shown if no NATS runs on this machine. */
export function readers(stage: Stage): Act[] {
  const run = async (requestId: string) => {
    const made: Gate[] = []
    for (const gate of gates) {
      const one = await addGate(stage, requestId, gate)
      if (one !== undefined) made.push(one)
    }
    const strange =
      made[4] === undefined ? [] : seen('E280117000000207AA40C11B', made[4], Date.now() - 90 * minute)
    const reads = [...readsOf(made, Date.now()), ...strange]
    const { db, config } = stage.services
    const decoded = { reads, letters: [], notes: [] }
    await inTransaction(db, (tx) => writeDecoded(tx, decoded, config.deadLetterBytes))
  }
  return [{ daysAgo: 7, minute: 95, run }]
}
