import type { PlaceKind } from '@ats/contract/places.ts'
import { type SqlBool, sql } from 'kysely'
import { placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { registerInScope } from '#kernel/scope.ts'

const isNamed = (actor: Actor) => sql<boolean>`exists (select from tagging_people
  where drive_id = drives.id and user_id = ${actor.id})`
const hasPeople = sql`exists (select from tagging_people where drive_id = drives.id)`

/** The person who started it, and others who are not named to tag. `drives` is the row. */
export const manages = (actor: Actor) =>
  sql<boolean>`(drives.created_by = ${actor.id} or not ${isNamed(actor)})`
export const works = (actor: Actor) =>
  sql<boolean>`(drives.closed_at is null and (${isNamed(actor)} or not ${hasPeople}))`

/** Whole places only, as for inventories: figures must not differ by person. `places` is the row of the place. */
export const driveInScope = (actor: Actor) => sql<SqlBool>`${registerInScope(actor)}`

/** The drive, if it is in scope; if locked, it stays open until the end of the transaction. */
export async function driveFor(db: Db, actor: Actor, id: Id, lock?: 'share' | 'update') {
  const row = await db
    .selectFrom('tagging_drives as drives')
    .innerJoin('places', 'places.id', 'drives.place_id')
    .select([
      ...([
        'drives.id',
        'drives.name',
        'drives.place_id as placeId',
        'drives.sample',
        'drives.version',
      ] as const),
      'drives.sample_size as sampleSize',
      'drives.closed_at as closedAt',
      placeNames.as('placeNames'),
      sql<PlaceKind>`places.kind`.as('placeKind'),
      manages(actor).as('manages'),
      sql<boolean>`(${isNamed(actor)} or not ${hasPeople})`.as('isTagger'),
    ])
    .where('drives.id', '=', id)
    .where(driveInScope(actor))
    .$if(lock === 'share', (one) => one.forShare('drives'))
    .$if(lock === 'update', (one) => one.forNoKeyUpdate('drives'))
    .executeTakeFirst()
  return found(row, 'tagging-drive-not-found')
}
export type DriveRow = Awaited<ReturnType<typeof driveFor>>

export function mustManage({ manages: isManager }: DriveRow) {
  if (!isManager) throw new Problem('tagging-not-manager')
}

export function mustBeTagger({ isTagger }: DriveRow) {
  if (!isTagger) throw new Problem('tagging-not-yours')
}

/** The drive's fields of a ledger entry. */
export const lineAbout = ({ id, name, placeId }: Pick<DriveRow, 'id' | 'name' | 'placeId'>) => ({
  ...{ kind: 'tagging-drive' as const, id, name, place: placeId },
})
