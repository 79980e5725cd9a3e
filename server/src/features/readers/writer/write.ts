import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Decoded, Note, Read } from './decode.ts'
import { keepLetters } from './letters.ts'
import { type Run, runsOf } from './runs.ts'
import { type ReadPoint, type Sighting, type Spot, sightingsOf } from './spots.ts'

/** Reads may be late: the partition of their day may be dropped already, or not created yet. */
async function makeDays(tx: Db, reads: readonly Read[]) {
  const days = [...new Set(reads.map(({ at }) => at.slice(0, 10)))]
  await sql`select make_tag_read_day(day) from unnest(${days}::date[]) as day
    where to_regclass('tag_reads_' || to_char(day, 'YYYYMMDD')) is null`.execute(tx)
}

async function pointsOf(tx: Db, reads: readonly Read[]): Promise<ReadPoint[]> {
  const readers = [...new Set(reads.map(({ reader }) => reader))]
  const { rows } = await sql<ReadPoint>`select reader_id as reader, antenna, place_id as "placeId",
      min_rssi as "minRssi", min_reads as "minReads", window_seconds as "windowSeconds", gone_seconds as "goneSeconds"
    from read_points where reader_id = any(${readers}::uuid[])`.execute(tx)
  return rows
}

/** A PostgreSQL array of values that need no quotes: numbers, ids, times. */
function arrayOf<T>(rows: readonly T[], of: (row: T) => string | number | null | undefined): string {
  let text = ''
  for (const row of rows) text += `${text === '' ? '' : ','}${of(row) ?? 'null'}`
  return `{${text}}`
}

/** A tag can contain any text; nearly all are hexadecimal. */
const tagsOf = <T>(rows: readonly T[], of: (row: T) => string) =>
  arrayOf(rows, (row) => {
    const tag = of(row)
    return /^[0-9A-F]+$/.test(tag) ? tag : `"${tag.replace(/["\\]/g, '\\$&')}"`
  })

/** PostgreSQL parses milliseconds much faster than a formatted timestamp. */
const momentOf = (column: string) => sql`to_timestamp(${sql.ref(column)}::float8 / 1000)`

const keyOf = ({ tag, at, reader, antenna }: Pick<Read, 'tag' | 'at' | 'reader' | 'antenna'>) =>
  `${tag} ${at} ${reader} ${antenna}`

type Key = { tag: string; at: string; reader: Id; antenna: number }

/** Returns the new reads; asks which ones they are only if some were already known. */
async function keepReads(
  tx: Db,
  sightings: readonly Sighting[],
  spots: readonly Spot[],
): Promise<readonly Sighting[]> {
  const tags = tagsOf(sightings, ({ read }) => read.tag)
  const times = arrayOf(sightings, ({ at }) => at)
  const { numAffectedRows } = await sql`insert into tag_reads (tag, read_at, reader_id, antenna, rssi, count,
        place_id, received_at)
      select tag, ${momentOf('sent.at')}, (${arrayOf(spots, ({ reader }) => reader)}::uuid[])[spot],
        (${arrayOf(spots, ({ antenna }) => antenna)}::smallint[])[spot], rssi, count,
        (${arrayOf(spots, ({ point }) => point?.placeId)}::uuid[])[spot],
        (${arrayOf(spots, ({ receivedAt }) => receivedAt)}::timestamptz[])[spot]
      from unnest(${tags}::text[], ${times}::bigint[],
        ${arrayOf(sightings, ({ read }) => read.rssi)}::real[], ${arrayOf(sightings, ({ read }) => read.count)}::int[],
        ${arrayOf(sightings, ({ spot }) => spot.number)}::int[]) as sent (tag, at, rssi, count, spot)
      on conflict (tag, read_at, reader_id, antenna) do nothing`.execute(tx)
  if (Number(numAffectedRows) === sightings.length) return sightings
  const { rows } = await sql<Key>`select tag, reader_id as reader, antenna,
      to_char(read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from unnest(${tags}::text[], ${times}::bigint[]) as sent (sent_tag, at)
    cross join lateral (select tag, read_at, reader_id, antenna from tag_reads
      where tag = sent_tag and read_at = ${momentOf('sent.at')}
        and xact = pg_current_xact_id()::text::bigint offset 0) as new`.execute(tx)
  const isNew = new Set(rows.map(keyOf))
  return sightings.filter(({ read }) => isNew.has(keyOf(read)))
}

/** Updates the places of the tags of runs, their movements and the unknown tags. */
async function follow(tx: Db, runs: readonly Run[], spots: readonly Spot[]) {
  const ofPoint = (read: (point: ReadPoint) => string | number) =>
    arrayOf(spots, ({ point }) => point && read(point))
  await sql`select follow_runs(${tagsOf(runs, ({ tag }) => tag)}::text[], ${arrayOf(runs, ({ turn }) => turn)}::int[],
    ${arrayOf(runs, ({ firstAt }) => firstAt)}::bigint[], ${arrayOf(runs, ({ lastAt }) => lastAt)}::bigint[],
    ${arrayOf(runs, ({ reads }) => reads)}::int[], ${arrayOf(runs, ({ rssi }) => rssi)}::real[],
    ${arrayOf(runs, ({ spot }) => spot.number)}::int[], ${ofPoint(({ placeId }) => placeId)}::uuid[],
    ${arrayOf(spots, ({ reader }) => reader)}::uuid[], ${arrayOf(spots, ({ antenna }) => antenna)}::smallint[],
    ${ofPoint(({ minReads }) => minReads)}::int[], ${ofPoint(({ windowSeconds }) => windowSeconds)}::int[],
    ${ofPoint(({ goneSeconds }) => goneSeconds)}::int[])`.execute(tx)
}

type Pace = { spot: Spot; at: string; reads: number }

/** Counts the reads of each reader, with their times. */
async function keepPace(tx: Db, sightings: readonly Sighting[]) {
  const paces = new Map<Spot, Pace>()
  for (const { spot, read } of sightings) {
    const pace = paces.get(spot)
    if (pace === undefined) paces.set(spot, { spot, at: read.at, reads: 1 })
    else {
      pace.reads += 1
      if (read.at > pace.at) pace.at = read.at
    }
  }
  const all = [...paces.values()]
  await sql`insert into reader_health as known (reader_id, last_message_at, last_read_at, reads, minute, minute_reads,
      clock_ahead_seconds)
    select reader_id, max(received_at), max(read_at), sum(reads), date_trunc('minute', max(received_at)), sum(reads),
      extract(epoch from max(read_at - received_at))::int
    from unnest(${arrayOf(all, ({ spot }) => spot.reader)}::uuid[],
      ${arrayOf(all, ({ spot }) => spot.receivedAt)}::timestamptz[], ${arrayOf(all, ({ at }) => at)}::timestamptz[],
      ${arrayOf(all, ({ reads }) => reads)}::int[]) as pace (reader_id, received_at, read_at, reads)
    where exists (select from readers where readers.id = pace.reader_id)
    group by reader_id order by reader_id
    on conflict (reader_id) do update set reads = known.reads + excluded.reads, silent_since = null,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      last_read_at = greatest(known.last_read_at, excluded.last_read_at),
      minute = greatest(known.minute, excluded.minute),
      earlier_reads = case when excluded.minute <= known.minute then known.earlier_reads
        when excluded.minute = known.minute + interval '1 minute' then known.minute_reads else 0 end,
      minute_reads = case when excluded.minute <= known.minute then known.minute_reads else 0 end
        + excluded.minute_reads,
      clock_ahead_seconds = excluded.clock_ahead_seconds`.execute(tx)
}

/** Returns how many of the reads were new. Known reads, from whichever protocol, change nothing. */
async function takeReads(tx: Db, reads: readonly Read[]): Promise<number> {
  await makeDays(tx, reads)
  const { sightings, spots } = sightingsOf(reads, await pointsOf(tx, reads))
  const kept = await keepReads(tx, sightings, spots)
  const runs = runsOf(kept)
  if (runs.length > 0) await follow(tx, runs, spots)
  if (kept.length > 0) await keepPace(tx, kept)
  return kept.length
}

/** One row per reader: the sums, and the latest state of its connection. */
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

export type Written = { reads: number; dropped: number }

/**
 * Writes the content of some messages in the caller's transaction; they are acknowledged after its commit.
 * Returns how many reads were new, and how many messages were discarded because `letterRoom` was exceeded.
 */
export async function writeDecoded(
  tx: Db,
  { reads, letters, notes }: Decoded,
  letterRoom: number,
): Promise<Written> {
  const taken = reads.length === 0 ? 0 : await takeReads(tx, reads)
  const dropped = letters.length === 0 ? 0 : await keepLetters(tx, letters, letterRoom)
  if (notes.length > 0) await keepNotes(tx, notes)
  return { reads: taken, dropped }
}
