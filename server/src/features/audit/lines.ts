import type { AuditFilter } from '@ats/contract/audit.ts'
import { actionsOf, type RecordAction, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placeOrCity, within } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { kindsKnownTo, kindsOfAssets } from '#kernel/ledger/audience.ts'
import { inPlaces as isInPlaces, withinScope } from '#kernel/scope.ts'
import type { ResolvedFilter } from './collected-lines.ts'
import {
  aboutPeople,
  aboutPrograms,
  aboutRecords,
  byActor,
  inPlaces,
  isKnown,
  ofActions,
  ofRecord,
  type Reason,
  where,
} from './reasons.ts'
import { recordsFound } from './record-search.ts'

const actionsOfAll = (kinds: RecordKind[]) => kinds.flatMap((kind) => actionsOf(kind))
const allActions = actionsOfAll(recordKinds)

/**
 * Why the actor may see an entry, by the same rules as the live stream; undefined if they may see all. With `wanted`
 * only the reasons for these actions.
 */
export function reasonsOf(actor: Actor, wanted: readonly RecordAction[] = allActions): Reason[] | undefined {
  const known = (...how: Parameters<typeof kindsKnownTo>[1][]) =>
    actionsOfAll(how.flatMap((one) => kindsKnownTo(actor, one)))
  if (known('all').length === allActions.length) return undefined
  const asked = (actions: RecordAction[]) => actions.filter((action) => wanted.includes(action))
  const [all, placed, own] = [asked(known('all')), asked(known('place', 'person')), asked(known('own'))]
  const isAsked = (kind: RecordKind) => asked(actionsOf(kind)).length > 0
  const ofPlaces = inPlaces(sql<SqlBool>`${withinScope(actor, 'places')}`)
  // Most entries are about assets: for actors who may see these, an index by place is best, for others one by action.
  const byPlace = known('place').includes('asset.registered')
  return [
    ofActions(all),
    ...(placed.length === 0
      ? []
      : [byPlace ? where(ofPlaces, ofActions(placed)) : where(ofActions(placed), ofPlaces)]),
    ...(own.length === 0 ? [] : [where(byActor(actor.id), ofActions(own))]),
    ...(known('person').length > 0 && isAsked('user') ? [aboutPeople(actor)] : []),
    ...(known('person').length > 0 && isAsked('program') ? [aboutPrograms(actor)] : []),
    ...(isAsked('user') ? [ofRecord('user', actor.id)] : []),
    ...(isAsked('role') && actor.roleId !== null ? [ofRecord('role', actor.roleId)] : []),
  ]
}

/** True for entries that reveal nothing about a place that the actor counts blind; undefined if they count none. */
export function unlessWithheld({ withheld }: Actor): RawBuilder<SqlBool> | undefined {
  if (withheld === null) return undefined
  const assetId = sql`case events.record_kind when 'state-change'
    then (select asset_id from state_changes where state_changes.id = events.record_id) else events.record_id end`
  // The amount of work on an inventory reveals how many assets are expected.
  const ofInventory = sql`coalesce(events.record_kind = 'bulk-job' and events.after ->> 'work' like '%-inventory', false)`
  return sql<SqlBool>`not ${ofInventory} and (events.record_kind <> all(${kindsOfAssets}::text[]) or not exists (
      select from places where places.id in (events.place_id, events.from_place_id) and ${isInPlaces(withheld, 'places')})
    and not exists (select from assets where assets.id = ${assetId} and ${isInPlaces(withheld, 'assets')}))`
}

/** Resolves names in a filter to ids and conditions. */
export async function resolveLines(
  db: Db,
  actor: Actor,
  {
    search,
    location,
    placeId,
    userId,
    action,
    recordKind,
    recordId,
    from,
    to,
  }: Omit<AuditFilter, 'cursor' | 'size'>,
): Promise<ResolvedFilter> {
  const place = await placeOrCity(db, actor, { location, placeId })
  const isKind = recordKind !== undefined && recordId === undefined
  const actions = action !== undefined ? [action] : isKind ? actionsOf(recordKind) : undefined
  const shown = unlessWithheld(actor)
  const [reasons, byTime] = [reasonsOf(actor, actions), from !== undefined || to !== undefined]
  // Entries of a place or a record are found by its own index, so the reasons are only tested.
  const isKnownByTest = reasons !== undefined && (place !== undefined || recordId !== undefined)
  const narrowing = [search || undefined, place, userId, actions].filter((one) => one !== undefined)
  const test = (given: unknown, sought: RawBuilder<unknown>) => (given === undefined ? [] : [sought])
  return {
    tests: [
      sql<SqlBool>`true`,
      ...(shown === undefined ? [] : [shown]),
      ...(isKnownByTest ? [isKnown(reasons)] : []),
      ...test(recordId, sql`events.record_id = ${recordId}`),
      // Every action belongs to one kind, so the condition on the actions is enough.
      ...(isKind && action === undefined ? [] : test(recordKind, sql`events.record_kind = ${recordKind}`)),
      ...test(from, sql`events.at >= ${`${from}T00:00Z`}::timestamptz`),
      ...test(to, sql`events.at < ${`${to}T00:00Z`}::timestamptz + interval '24 hours'`),
    ],
    narrowed: [
      ...(search === '' ? [] : [aboutRecords(await recordsFound(db, search))]),
      ...(place === undefined ? [] : [inPlaces(within(place))]),
      ...(userId === undefined ? [] : [byActor(userId)]),
      ...(actions === undefined ? [] : [ofActions(actions)]),
    ],
    reasons: isKnownByTest ? undefined : reasons,
    byTime,
    isBroad: !byTime && search === '' && recordId === undefined,
    isTested: reasons !== undefined || shown !== undefined || narrowing.length > 1,
  }
}
