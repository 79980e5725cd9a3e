import type { Handheld } from '@ats/contract/handhelds.ts'
import { sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

const handheldRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('handhelds')
    .leftJoin('places', 'places.id', 'handhelds.place_id')
    .select([
      ...(['handhelds.id', 'handhelds.name', 'model', 'handhelds.version'] as const),
      'place_id as placeId',
      placePath.as('placePath'),
      sql<boolean>`token_hash is null`.as('revoked'),
      'token_made_at as tokenMadeAt',
      'last_seen_at as lastSeenAt',
      fullNameOf('handhelds.created_by').as('createdBy'),
      'handhelds.created_at as createdAt',
    ])
    .where(sql<boolean>`(handhelds.place_id is null or ${withinScope(actor, 'places')})`)

type Row = Awaited<ReturnType<ReturnType<typeof handheldRows>['executeTakeFirstOrThrow']>>

const shownHandheld = ({ placeId, placePath: path, ...row }: Row): Handheld => ({
  ...row,
  place: placeId === null ? null : { id: placeId, path: path ?? '' },
})

/** The handhelds of everybody, and those of places in scope. */
export async function handheldsSeenBy(db: Db, actor: Actor): Promise<Handheld[]> {
  const rows = await handheldRows(db, actor)
    .orderBy(sql`lower(handhelds.name)`)
    .orderBy('handhelds.id')
    .execute()
  return rows.map(shownHandheld)
}

export async function handheldById(db: Db, actor: Actor, id: Id): Promise<Handheld> {
  const row = await handheldRows(db, actor).where('handhelds.id', '=', id).executeTakeFirst()
  return shownHandheld(found(row, 'handheld-not-found'))
}
