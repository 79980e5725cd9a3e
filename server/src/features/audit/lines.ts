import { type AuditFilter, actionsOf } from '@ats/contract/audit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placeOrCity, within } from '#features/places/places.ts'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db } from '#kernel/db.ts'
import type { Chosen } from './queries.ts'

/** Turns what a filter says into what the database knows. Who does not see everything sees what has a place within reach. */
export async function chooseLines(
  db: Db,
  actor: Actor,
  { location, placeId, userId, action, recordKind, recordId, from, to }: Omit<AuditFilter, 'cursor' | 'size'>,
): Promise<Chosen> {
  const place = await placeOrCity(db, actor, { location, placeId })
  const places = [
    ...(actor.everywhere ? [] : [sql`${withinScope(actor, 'places')}`]),
    ...(place === undefined ? [] : [within(place)]),
  ]
  const isKind = recordKind !== undefined && recordId === undefined
  const actions = action !== undefined ? [action] : isKind ? actionsOf(recordKind) : undefined
  const test = (given: unknown, sought: RawBuilder<unknown>) => (given === undefined ? [] : [sought])
  return {
    tests: [
      sql<SqlBool>`true`,
      ...test(userId, sql`events.actor_id = ${userId}`),
      ...test(actions, sql`events.action = any(${actions}::text[])`),
      ...test(recordId, sql`events.record_id = ${recordId}`),
      ...test(recordKind, sql`events.record_kind = ${recordKind}`),
      ...test(from, sql`events.at >= ${from}::date`),
      ...test(to, sql`events.at < ${to}::date + 1`),
    ],
    places: places.length === 0 ? undefined : sql<SqlBool>`(${sql.join(places, sql` and `)})`,
    keys: { ...(userId && { actor_id: [userId] }), ...(actions && { action: actions }) },
    byTime: from !== undefined || to !== undefined,
  }
}
