import type { AssetFilter, TagState } from '@ats/contract/assets/assets.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { conditionOf, type FieldTest, fieldTestsIn, searchedFields } from '#features/own-fields/own-fields.ts'
import { placeOrCity } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { isNotWithheld, withinScope } from '#kernel/scope.ts'
import { type Place, placeColumns } from './index-ranges.ts'
import { type Code, codeHolds } from './search-tests.ts'

export type ResolvedFilter = {
  place: Place | undefined
  stateId: Id | null | undefined
  assignedUser?: Id | undefined
  search: string
  /** The only code to search; absent: all codes and the name. */
  code?: Code | undefined
  /** An additional text that the asset tag id must contain. */
  label?: string | undefined
  /** A condition on the time of registration, which an index supports. */
  registered?: RawBuilder<SqlBool> | undefined
  /** What the asset must lack; a partial index supports it. */
  lacks?: 'tag' | 'picture' | undefined
  /** A partial index supports `expected`. */
  tagState?: TagState | undefined
  /** Tests of fields of the organisation. */
  fieldTests?: readonly FieldTest[]
  /** The list is so long that one or two characters have to be the beginning of a text of a field. */
  isLong?: boolean
  /** The key of the field whose index gives the order; the indexes of other fields would compete with it. */
  orderedBy?: string
  /** Fields in which the search text is looked for. */
  searchedFields?: readonly OwnField[]
}

const lacking = { tag: sql`assets.rfid_tag is null`, picture: sql`assets.image is null` }

const inTagState: Record<TagState, RawBuilder<SqlBool>> = {
  expected: sql`assets.tag_expected`,
  confirmed: sql`(assets.rfid_tag is not null and not assets.tag_expected)`,
}

/** Resolves names in a filter to ids; a place out of scope is treated like an unknown one. */
export async function resolveAssetFilter(
  db: Db,
  actor: Actor,
  filter: Omit<AssetFilter, 'cursor' | 'size' | 'sort' | 'direction'>,
): Promise<ResolvedFilter> {
  const fieldTests = await fieldTestsIn(db, actor, filter.fields)
  const place = await placeOrCity(db, actor, filter)
  const stateId = filter.state === undefined ? undefined : await stateIdOrNull(db, filter.state)
  return {
    place,
    stateId,
    assignedUser: filter.assignedUser,
    tagState: filter.tagState,
    search: filter.search.toLowerCase(),
    ...(fieldTests.length > 0 && { fieldTests }),
    ...(filter.search !== '' && { searchedFields: await searchedFields(db, actor) }),
  }
}

export async function stateIdOrNull(db: Db, name: string) {
  const query = db.selectFrom('asset_states').select('id').where(sql`lower(name)`, '=', name.toLowerCase())
  return (await query.executeTakeFirst())?.id ?? null
}

/** Conditions that the counters do not cover; undefined if there are none. */
export function besidesOf(actor: Actor, filter: ResolvedFilter): RawBuilder<SqlBool> | undefined {
  const { assignedUser, label, registered, lacks, tagState } = filter
  const { fieldTests = [], isLong = false, orderedBy } = filter
  const mayUseIndex = ({ field }: FieldTest) => orderedBy === undefined || orderedBy === field.key
  const shown = isNotWithheld(actor, 'assets')
  const tests = [
    ...(shown === undefined ? [] : [shown]),
    ...(assignedUser === undefined ? [] : [sql`assets.assigned_user_id = ${assignedUser}`]),
    ...(label === undefined ? [] : [codeHolds('assetTagId', label)]),
    ...(registered === undefined ? [] : [registered]),
    ...(lacks === undefined ? [] : [lacking[lacks]]),
    ...(tagState === undefined ? [] : [inTagState[tagState]]),
    ...fieldTests.map((one) => conditionOf(one, { isLong, byIndex: isLong && mayUseIndex(one) })),
  ]
  return tests.length === 0 ? undefined : sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

/** All conditions except the search text. */
export function matches(actor: Actor, filter: ResolvedFilter): RawBuilder<SqlBool> {
  const { place, stateId } = filter
  const besides = besidesOf(actor, filter)
  const tests = [
    sql`assets.deleted_at is null`,
    ...(actor.everywhere ? [] : [sql`${withinScope(actor, 'assets')}`]),
    ...(place === undefined ? [] : [sql`${sql.ref(placeColumns[place.kind])} = ${place.id}`]),
    ...(stateId === undefined ? [] : [sql`assets.state_id = ${stateId}`]),
    ...(besides === undefined ? [] : [besides]),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}
