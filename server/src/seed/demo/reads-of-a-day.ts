import { sql } from 'kysely'
import type { Read } from '#features/readers/writer/decode.ts'
import { writeDecoded } from '#features/readers/writer/write.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { scatter } from '../plan.ts'
import type { Act, Stage } from './year.ts'

const hour = 60 * 60_000
const indianHour = (at: number) => (new Date(at).getUTCHours() + 6) % 24

/** The readers read a few tags of their room in every hour, and most of them during working hours. */
function readsOf(gates: readonly { reader: Id; tags: string[] }[], now: number): Read[] {
  return gates.flatMap(({ reader, tags }, gate) =>
    Array.from({ length: 22 }, (_, index) => index + 2).flatMap((hoursAgo) => {
      const from = now - hoursAgo * hour
      const clock = indianHour(from)
      const share = clock >= 9 && clock < 19 ? 40 + 6 * (5 - Math.abs(clock - 14)) : 12
      return tags.flatMap((tag, index): Read[] => {
        // Every fifth tag wanders between rooms; reads of it would bring it back.
        if (index % 5 === 1 || scatter(gate * 1000 + hoursAgo * 31 + index, 95) % 100 >= share) return []
        const at = new Date(from + (scatter(index * 97 + hoursAgo, 96) % hour)).toISOString()
        return [{ tag, at, reader, antenna: 1, rssi: -50, count: 1, receivedAt: at }]
      })
    }),
  )
}

/** Reads of the last day, after the readers were added. */
export function readsOfADay({ services: { db, config } }: Stage): Act[] {
  const run = async () => {
    const { rows } = await sql<{ reader: Id; tags: string[] }>`select readers.id as reader, array(
        select upper(rfid_tag) from assets where assets.place_id = read_points.place_id and rfid_tag is not null
          and deleted_at is null order by number limit 15) as tags
      from readers join read_points on read_points.reader_id = readers.id order by readers.id`.execute(db)
    const decoded = { reads: readsOf(rows, Date.now()), letters: [], notes: [] }
    await inTransaction(db, (tx) => writeDecoded(tx, decoded, config.deadLetterBytes))
  }
  return [{ daysAgo: 7, minute: 100, run }]
}
