import type { PlaceKind } from '@ats/contract/places.ts'
import { type SqlBool, sql } from 'kysely'
import { placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { registerInScope } from '#kernel/scope.ts'

/** Whole places only, as for inventories: figures must not differ by person. `places` is the row of the place. */
export const programmeInScope = (actor: Actor) => sql<SqlBool>`${registerInScope(actor)}`

/** The programme, if it is in scope; `update` locks it. */
export async function programmeFor(db: Db, actor: Actor, id: Id, lock?: 'update') {
  const row = await db
    .selectFrom('verification_programmes as programmes')
    .innerJoin('places', 'places.id', 'programmes.place_id')
    .select([
      ...(['programmes.id', 'programmes.name', 'programmes.place_id as placeId'] as const),
      ...(['programmes.starts_on as startsOn', 'programmes.ends_on as endsOn'] as const),
      ...(['programmes.lead_days as leadDays', 'programmes.version'] as const),
      ...(['programmes.created_by as createdBy', 'programmes.retired_at as retiredAt'] as const),
      placeNames.as('placeNames'),
      sql<PlaceKind>`places.kind`.as('placeKind'),
    ])
    .where('programmes.id', '=', id)
    .where(programmeInScope(actor))
    .$if(lock === 'update', (one) => one.forNoKeyUpdate('programmes'))
    .executeTakeFirst()
  return found(row, 'programme-not-found')
}
export type ProgrammeRow = Awaited<ReturnType<typeof programmeFor>>

export async function programmeToChange(tx: Db, actor: Actor, id: Id) {
  const programme = await programmeFor(tx, actor, id, 'update')
  if (programme.retiredAt !== null) throw new Problem('programme-retired')
  return programme
}
