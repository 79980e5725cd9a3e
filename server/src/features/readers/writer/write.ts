import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import type { Decoded, Letter, Note, Read } from './decode.ts'

/** Reads come late at times: a day may have no table any more, or none yet. */
async function makeDays(tx: Db, reads: readonly Read[]) {
  const days = [...new Set(reads.map(({ at }) => at.slice(0, 10)))]
  await sql`select make_tag_read_day(day) from unnest(${days}::date[]) as day
    where to_regclass('tag_reads_' || to_char(day, 'YYYYMMDD')) is null`.execute(tx)
}

/** One statement for the whole batch; answers how many of the reads were new. */
async function takeReads(tx: Db, reads: readonly Read[]): Promise<number> {
  const column = <T>(read: (one: Read) => T) => reads.map(read)
  const { rows } = await sql<{ taken: number }>`select take_reads(${column(({ tag }) => tag)}::text[],
    ${column(({ at }) => at)}::timestamptz[], ${column(({ reader }) => reader)}::uuid[],
    ${column(({ antenna }) => antenna)}::smallint[], ${column(({ rssi }) => rssi)}::real[],
    ${column(({ count }) => count)}::int[], ${column(({ receivedAt }) => receivedAt)}::timestamptz[]) as taken`.execute(
    tx,
  )
  return rows[0]?.taken ?? 0
}

async function keepLetters(tx: Db, letters: readonly Letter[]) {
  const column = <T>(read: (one: Letter) => T) => letters.map(read)
  await sql`insert into dead_letters (message_id, reader_id, reason, detail, payload, received_at)
    select * from unnest(${column(({ messageId }) => messageId)}::text[], ${column(({ reader }) => reader)}::uuid[],
      ${column(({ reason }) => reason)}::text[], ${column(({ detail }) => detail)}::text[],
      ${column(({ payload }) => payload)}::text[], ${column(({ receivedAt }) => receivedAt)}::timestamptz[])
    on conflict (message_id) do nothing`.execute(tx)
}

/** One row for each reader: the sums, and the latest word about its connection. */
async function keepNotes(tx: Db, notes: readonly Note[]) {
  const column = <T>(read: (one: Note) => T) => notes.map(read)
  await sql`insert into reader_health as known (reader_id, last_message_at, connection, connection_at, unreadable,
      overflows, overflow_at)
    select reader_id, max(at), (array_agg(connection order by at desc) filter (where connection is not null))[1],
      max(at) filter (where connection is not null), sum(unreadable), sum(overflows), max(at) filter (where overflows > 0)
    from unnest(${column(({ reader }) => reader)}::uuid[], ${column(({ receivedAt }) => receivedAt)}::timestamptz[],
      ${column(({ connection }) => connection)}::text[], ${column(({ unreadable }) => unreadable)}::int[],
      ${column(({ overflows }) => overflows)}::int[]) as note (reader_id, at, connection, unreadable, overflows)
    where exists (select from readers where readers.id = note.reader_id)
    group by reader_id order by reader_id
    on conflict (reader_id) do update set
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      connection = case when excluded.connection_at >= coalesce(known.connection_at, '-infinity')
        then excluded.connection else known.connection end,
      connection_at = greatest(known.connection_at, excluded.connection_at),
      silent_since = case when excluded.connection = 'lost' then known.silent_since end,
      unreadable = known.unreadable + excluded.unreadable, overflows = known.overflows + excluded.overflows,
      overflow_at = greatest(known.overflow_at, excluded.overflow_at)`.execute(tx)
}

/** Everything that some messages say, in one transaction of the caller; their acknowledgement comes after its commit. */
export async function writeDecoded(tx: Db, { reads, letters, notes }: Decoded): Promise<number> {
  await makeDays(tx, reads)
  const taken = reads.length === 0 ? 0 : await takeReads(tx, reads)
  if (letters.length > 0) await keepLetters(tx, letters)
  if (notes.length > 0) await keepNotes(tx, notes)
  return taken
}
