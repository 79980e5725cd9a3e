import type {
  CheckRate,
  DriveFilter,
  TaggingDay,
  TaggingDrive,
  TaggingException,
  TaggingRoom,
} from '@ats/contract/tagging/tagging.ts'
import { type SqlBool, sql } from 'kysely'
import { cityNamed, placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, mostCounted, type PageRequest } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { isNotWithheld, registerInScope } from '#kernel/scope.ts'
import { driveFor, driveInScope, manages, works } from './access.ts'
import { assetsOfDrive, figuresOf } from './left.ts'
import { toCheckBy } from './samples.ts'

const listedRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('tagging_drives as drives')
    .innerJoin('places', 'places.id', 'drives.place_id')
    .select([
      ...(['drives.id as _id', 'drives.name', 'drives.place_id as placeId'] as const),
      placeNames.as('placeNames'),
      sql<string>`${fullNameOf('drives.created_by')}`.as('createdBy'),
      'drives.created_at as createdAt',
      'drives.closed_at as closedAt',
      works(actor).as('works'),
    ])
    .where(driveInScope(actor))

export const peopleOf = (db: Db, id: Id) =>
  db
    .selectFrom('tagging_people')
    .innerJoin('users', 'users.id', 'tagging_people.user_id')
    .select(['users.id as _id', 'users.full_name as name'])
    .where('drive_id', '=', id)
    .orderBy(sql`lower(users.full_name)`)
    .orderBy('users.id')
    .execute()

type Figures = Pick<TaggingDrive, 'total' | 'tagged' | 'left' | 'excepted'>

export async function driveById(db: Db, actor: Actor, id: Id): Promise<TaggingDrive> {
  const row = await listedRows(db, actor)
    .select([
      ...(['drives.sample', 'drives.sample_size as sampleSize', 'drives.version'] as const),
      fullNameOf('drives.closed_by').as('closedBy'),
      manages(actor).as('manages'),
    ])
    .where('drives.id', '=', id)
    .executeTakeFirst()
  const drive = found(row, 'tagging-drive-not-found')
  const { rows } = await sql<Figures>`select ${figuresOf}
    from ${assetsOfDrive(actor, { id, placeId: drive.placeId })} as of_drive`.execute(db)
  const figures = rows[0] ?? { total: 0, tagged: 0, left: 0, excepted: 0 }
  const { total: toCheck } = await toCheckBy(db, actor, { ...drive, id }, 1)
  return { ...drive, ...figures, people: await peopleOf(db, id), toCheck }
}

export async function drivePage(db: Db, actor: Actor, filter: DriveFilter) {
  const { location, status, search } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const rows = listedRows(db, actor)
    .$if(city !== undefined, (some) => some.where('places.city_id', '=', city?.id ?? ''))
    .$if(status === 'open', (some) => some.where('drives.closed_at', 'is', null))
    .$if(status === 'closed', (some) => some.where('drives.closed_at', 'is not', null))
    .$if(search !== '', (some) =>
      some.where(sql<SqlBool>`${containsWords(sql`drives.name`, search)} ${sql.raw(unprepared)}`),
    )
  const order = {
    ...{ name: 'newest', by: sql<string>`drives.created_at`, id: sql<string>`drives.id` },
    direction: 'desc' as const,
  }
  const { rows: shown, ...page } = await boundedPage(rows, order, filter, await countOf(db, rows))
  return { drives: shown.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...page }
}

type Countable = ReturnType<typeof listedRows>

async function countOf(db: Db, rows: Countable) {
  const some = rows
    .clearSelect()
    .select('drives.id')
    .limit(mostCounted + 1)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count > mostCounted ? null : count
}

type RoomFilter = PageRequest & { search: string; open: 'true' | 'false' }

/** Every room of the place, and places above rooms that have assets of the drive themselves. */
export async function roomPage(db: Db, actor: Actor, id: Id, { search, open, ...page }: RoomFilter) {
  const drive = await driveFor(db, actor, id)
  const tests = [
    sql`place_holds(${drive.placeId}::uuid, places) and ${registerInScope(actor)}`,
    open === 'true' ? sql`figures."left" > 0` : sql`(places.kind = 'room' or figures.total > 0)`,
    ...(search === '' ? [] : [sql`${containsWords(placePath, search)} ${sql.raw(unprepared)}`]),
  ]
  const figures = sql<Figures & { place_id: Id }>`(select of_drive.place_id, ${figuresOf}
    from ${assetsOfDrive(actor, drive)} as of_drive group by of_drive.place_id)`
  const figure = (name: keyof Figures) => sql<number>`coalesce(figures.${sql.ref(name)}, 0)`.as(name)
  const rows = db
    .selectFrom('places')
    .leftJoin(figures.as<'figures'>('figures'), 'figures.place_id', 'places.id')
    .select([
      'places.id as _id',
      placeNames.as('placeNames'),
      ...[figure('total'), figure('tagged'), figure('left'), figure('excepted')],
    ])
    .where(sql<SqlBool>`(${sql.join(tests, sql` and `)})`)
  const counted = rows
    .clearSelect()
    .select('places.id')
    .limit(mostCounted + 1)
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const order = {
    ...{ name: 'path', by: placePath, id: sql<string>`places.id` },
    direction: 'asc' as const,
  }
  const { rows: shown, ...rest } = await boundedPage(rows, order, page, count > mostCounted ? null : count)
  const above = drive.placeNames.length
  const rooms: TaggingRoom[] = shown.map(({ sortKey: _key, sortId: _id, ...row }) => ({
    ...row,
    placeNames: row.placeNames.slice(above),
  }))
  return { rooms, ...rest }
}

/** True for rows with a `place_id` that the actor does not count blind now. */
const isShown = (actor: Actor) => {
  const test = isNotWithheld(actor, 'places')
  return test === undefined
    ? sql`true`
    : sql`exists (select from places where places.id = place_id and ${test})`
}

const mostDays = 2000

export async function daysOf(db: Db, actor: Actor, id: Id, zone: string): Promise<TaggingDay[]> {
  await driveFor(db, actor, id)
  const { rows } = await sql<TaggingDay>`
    select day, tagged_by as "userId", users.full_name as user, count(*) as tagged,
      count(*) filter (where turn > 1) as again
    from (
      select (tagged_at at time zone ${zone})::date::text as day, tagged_by,
        row_number() over (partition by asset_id order by received_at, id) as turn
      from tag_associations where drive_id = ${id} and ${isShown(actor)}
    ) as associations join users on users.id = tagged_by
    group by day, tagged_by, users.full_name order by day desc, lower(users.full_name), tagged_by
    limit ${sql.lit(mostDays)}`.execute(db)
  return rows
}

/** The last exception of each asset that is still to be tagged. */
export async function exceptionPage(db: Db, actor: Actor, id: Id, page: PageRequest) {
  const drive = await driveFor(db, actor, id)
  const open = sql<{ id: Id }>`(select of_drive.id from ${assetsOfDrive(actor, drive)} as of_drive
    where why is not null and excepted)`
  const rows = db
    .selectFrom(open.as<'open'>('open'))
    .innerJoin('assets', 'assets.id', 'open.id')
    .innerJoin('places', 'places.id', 'assets.place_id')
    .innerJoinLateral(lastException(id).as<'last'>('last'), (join) => join.onTrue())
    .select([
      'assets.id as assetId',
      sql<string>`asset_tag_id(assets.number)`.as('assetTagId'),
      sql<string>`(select name from asset_names where asset_names.id = assets.name_id)`.as('assetName'),
      placeNames.as('placeNames'),
      ...(['last.reason', 'last.note', 'last.by', 'last.at'] as const),
    ])
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from ${open} as open`.execute(db)
  const order = {
    ...{ name: 'latest', by: sql<string>`last.received_at`, id: sql<string>`assets.id` },
    direction: 'desc' as const,
  }
  const { rows: shown, ...rest } = await boundedPage(rows, order, page, counted[0]?.count ?? 0)
  return { exceptions: shown.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}

const lastException = (id: Id) => sql<Pick<TaggingException, 'reason' | 'note' | 'by' | 'at'>>`(
  select reason, note, received_at, noted_at as at, ${fullNameOf('noted_by')} as by from tagging_exceptions
  where drive_id = ${id} and asset_id = assets.id order by received_at desc, id desc limit 1)`

const mostRates = 2000

/** Of every association, also of those that were replaced later: a mistake stays one. */
export async function qualityOf(db: Db, actor: Actor, id: Id): Promise<CheckRate[]> {
  await driveFor(db, actor, id)
  const { rows } = await sql<CheckRate>`
    select case when grouping(scheme) = 0 then 'scheme' when grouping(associations.place_id) = 0 then 'room'
        when grouping(tagged_by) = 0 then 'person' else 'all' end as of,
      coalesce(scheme, (select ${placePath} from places where places.id = associations.place_id),
        (select full_name from users where users.id = tagged_by), '') as name,
      count(*) as tagged, count(outcome) as checked, count(*) filter (where outcome <> 'right') as failed
    from tag_associations as associations left join tag_checks on association_id = associations.id
    where drive_id = ${id} and ${isShown(actor)}
    group by grouping sets ((), (scheme), (associations.place_id), (tagged_by))
    order by of, failed desc, checked desc, name limit ${sql.lit(mostRates)}`.execute(db)
  return rows
}
