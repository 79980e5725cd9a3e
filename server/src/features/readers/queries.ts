import type { Reader, ReaderFilter, ReaderHealth, ReaderStatus, ReadPoint } from '@ats/contract/readers.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cityNamed, placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

const mostDeadLetters = 1001

/** True for readers in scope that are not removed; `places` is the place of the reader. */
export const isShown = (actor: Actor) =>
  sql<SqlBool>`(readers.removed_at is null and ${withinScope(actor, 'places')})`

/** Late reads are in older partitions; the last two days are enough for what is shown live. */
export const isRecentRead = sql<SqlBool>`tag_reads.read_at > now() - interval '2 days'`

/** The readers in scope: of a city, or only one. */
export async function shownReaderIds(
  db: Db,
  actor: Actor,
  { cityId = null, readerId = null }: { cityId?: Id | null | undefined; readerId?: Id | null | undefined },
): Promise<Id[]> {
  const { rows } = await sql<{
    id: Id
  }>`select readers.id from readers join places on places.id = readers.place_id
    where ${isShown(actor)} and (${readerId}::uuid is null or readers.id = ${readerId}::uuid)
      and (${cityId}::uuid is null or places.city_id = ${cityId}::uuid)`.execute(db)
  return rows.map(({ id }) => id)
}

export const readersAndPlaces = sql`readers join places on places.id = readers.place_id
  left join reader_health as health on health.reader_id = readers.id`

export const status = sql<ReaderStatus>`case when readers.credential_hash is null then 'revoked'
  when health.silent_since is not null then 'silent' when health.connection = 'lost' then 'lost'
  when health.last_message_at is null and health.connection is null then 'waiting' else 'active' end`

const readPointsOf = sql<ReadPoint[]>`coalesce((
  select jsonb_agg(jsonb_build_object('_id', point.id, 'antenna', antenna, 'placeId', places.id,
    'placeNames', ${placeNames}, 'kind', point.kind, 'minRssi', min_rssi, 'minReads', min_reads,
    'windowSeconds', window_seconds, 'goneSeconds', gone_seconds) order by antenna)
  from read_points as point join places on places.id = point.place_id where point.reader_id = readers.id), '[]')`

/** The current minute, and the share of the previous one that is within the last sixty seconds. */
const lastMinute = sql<number>`case
  when health.minute = date_trunc('minute', now()) then health.minute_reads
    + round(health.earlier_reads * (60 - extract(second from now())) / 60)::int
  when health.minute = date_trunc('minute', now()) - interval '1 minute'
    then round(health.minute_reads * (60 - extract(second from now())) / 60)::int
  else 0 end`

const readerRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('readers')
    .innerJoin('places', 'places.id', 'readers.place_id')
    .leftJoin('reader_health as health', 'health.reader_id', 'readers.id')
    .select([
      'readers.id as _id',
      'readers.name',
      'readers.version',
      sql<Reader['adapter']>`readers.adapter`.as('adapter'),
      sql<Reader['mapping']>`readers.mapping`.as('mapping'),
      'places.id as placeId',
      placeNames.as('placeNames'),
      status.as('status'),
      'readers.silent_minutes as silentMinutes',
      'readers.credential_made_at as credentialMadeAt',
      'readers.created_at as createdAt',
      sql<string | null>`${fullNameOf('readers.created_by')}`.as('createdBy'),
      sql<ReaderHealth['connection']>`health.connection`.as('connection'),
      'health.connection_at as connectionAt',
      'health.last_message_at as lastMessageAt',
      'health.last_read_at as lastReadAt',
      sql<number>`coalesce(health.reads, 0)`.as('reads'),
      lastMinute.as('readsLastMinute'),
      sql<number>`coalesce(health.unreadable, 0)`.as('unreadable'),
      sql<number>`coalesce(health.overflows, 0)`.as('overflows'),
      'health.overflow_at as overflowAt',
      'health.clock_ahead_seconds as clockAheadSeconds',
      'health.silent_since as silentSince',
      sql<number>`(select count(*) from (select from dead_letters where dead_letters.reader_id = readers.id
        limit ${sql.lit(mostDeadLetters)}) as dead)`.as('deadLetters'),
      sql<number>`coalesce((select dropped from dead_letter_totals
        where dead_letter_totals.reader_id = readers.id), 0)`.as('droppedLetters'),
      readPointsOf.as('readPoints'),
    ])
    .where(isShown(actor))

type Row = Awaited<ReturnType<ReturnType<typeof readerRows>['executeTakeFirstOrThrow']>>

function toReader(row: Row): Reader {
  const { connection, connectionAt, lastMessageAt, lastReadAt, reads, readsLastMinute, ...others } = row
  const { unreadable, overflows, overflowAt, clockAheadSeconds, silentSince, ...more } = others
  const { deadLetters, droppedLetters, readPoints, ...shown } = more
  return {
    ...shown,
    health: {
      ...{ connection, connectionAt, lastMessageAt, lastReadAt, reads, readsLastMinute },
      ...{ unreadable, overflows, overflowAt, clockAheadSeconds, silentSince },
      ...{ deadLetters, droppedLetters },
    },
    readPoints,
  }
}

export async function readerById(db: Db, actor: Actor, id: Id): Promise<Reader> {
  const row = await readerRows(db, actor).where('readers.id', '=', id).executeTakeFirst()
  return toReader(found(row, 'reader-not-found'))
}

export async function readerPage(db: Db, actor: Actor, filter: ReaderFilter) {
  const { location, search } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests: RawBuilder<unknown>[] = [
    sql`${isShown(actor)}`,
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(filter.status === undefined ? [] : [sql`${status} = ${filter.status}`]),
    ...(search === '' ? [] : [sql`${containsWords(sql`readers.name`, search)} ${sql.raw(unprepared)}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (
    select from ${readersAndPlaces} where ${where} ${counting}) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const order = {
    ...{ name: 'name', by: sql<string>`lower(readers.name)`, id: sql<string>`readers.id` },
    direction: 'asc' as const,
  }
  const total = count > mostCounted ? null : count
  const { rows, ...page } = await boundedPage(readerRows(db, actor).where(where), order, filter, total)
  return { readers: rows.map(({ sortKey: _key, sortId: _id, ...row }) => toReader(row)), ...page }
}
