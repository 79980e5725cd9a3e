import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Letter } from './decode.ts'

/** One id for all unknown readers. */
export const noReader = '00000000-0000-0000-0000-000000000000'
/** Storage of a message in addition to its payload. */
const rowBytes = 500
/** The share of the storage that one reader may use, so that it cannot take that of others. */
const shareOfReader = 0.1

const readerOf = ({ reader }: Letter) => reader ?? noReader

/** The letters that are not stored yet: a message may be delivered again. */
async function unknownOf(tx: Db, letters: readonly Letter[]) {
  const ids = letters.map(({ messageId }) => messageId)
  const { rows } = await sql<{ id: string }>`select message_id as id from dead_letters
    where message_id = any(${ids}::text[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return letters.filter(({ messageId }) => !known.has(messageId))
}

type Totals = { readerId: Id; taken: number }

/** The present usage of these readers, locked in the order that everybody uses. */
async function totalsForUpdate(tx: Db, readers: readonly Id[]) {
  await sql`insert into dead_letter_totals (reader_id) select id from unnest(${readers}::uuid[]) as id order by id
    on conflict do nothing`.execute(tx)
  const { rows } =
    await sql<Totals>`select reader_id as "readerId", bytes + letters * ${sql.lit(rowBytes)} as taken
    from dead_letter_totals where reader_id = any(${readers}::uuid[]) order by reader_id for update`.execute(
      tx,
    )
  const { rows: sums } = await sql<{
    taken: number
  }>`select coalesce(sum(bytes + letters * ${sql.lit(rowBytes)}), 0)::bigint as taken
    from dead_letter_totals`.execute(tx)
  return {
    ofReader: new Map(rows.map(({ readerId, taken }) => [readerId, taken])),
    inAll: sums[0]?.taken ?? 0,
  }
}

function splitByRoom(
  letters: readonly Letter[],
  totals: { ofReader: Map<Id, number>; inAll: number },
  room: number,
) {
  const kept: Letter[] = []
  const dropped = new Map<Id, number>()
  let { inAll } = totals
  for (const letter of letters) {
    const reader = readerOf(letter)
    const bytes = Buffer.byteLength(letter.payload) + rowBytes
    const taken = (totals.ofReader.get(reader) ?? 0) + bytes
    if (taken > room * shareOfReader || inAll + bytes > room)
      dropped.set(reader, (dropped.get(reader) ?? 0) + 1)
    else {
      kept.push(letter)
      totals.ofReader.set(reader, taken)
      inAll += bytes
    }
  }
  return { kept, dropped }
}

async function insertLetters(tx: Db, letters: readonly Letter[]) {
  const column = <T>(read: (one: Letter) => T) => letters.map(read)
  await sql`insert into dead_letters (message_id, reader_id, reason, detail, payload, received_at)
    select * from unnest(${column(({ messageId }) => messageId)}::text[], ${column(({ reader }) => reader)}::uuid[],
      ${column(({ reason }) => reason)}::text[], ${column(({ detail }) => detail)}::text[],
      ${column(({ payload }) => payload)}::text[], ${column(({ receivedAt }) => receivedAt)}::timestamptz[])
    on conflict (message_id) do nothing`.execute(tx)
}

/** Stores what there is room for; returns how many messages were discarded, which the totals of their readers count. */
export async function keepLetters(tx: Db, all: readonly Letter[], room: number): Promise<number> {
  const letters = await unknownOf(tx, all)
  if (letters.length === 0) return 0
  const totals = await totalsForUpdate(tx, [...new Set(letters.map(readerOf))])
  const { kept, dropped } = splitByRoom(letters, totals, room)
  if (kept.length > 0) await insertLetters(tx, kept)
  if (dropped.size > 0)
    await sql`update dead_letter_totals set dropped = dropped + more.count, dropped_at = now()
      from unnest(${[...dropped.keys()]}::uuid[], ${[...dropped.values()]}::int[]) as more (reader_id, count)
      where dead_letter_totals.reader_id = more.reader_id`.execute(tx)
  return [...dropped.values()].reduce((sum, count) => sum + count, 0)
}
