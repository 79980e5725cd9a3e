import type { AssetChange } from '@ats/contract/assets/assets.ts'
import { sql, type Updateable } from 'kysely'
import { findOrCreateMaster } from '#features/masters/masters.ts'
import { cityChosen, placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid } from '#kernel/http/problem.ts'
import { personInScope } from '#kernel/scope.ts'
import { detailColumns } from './details.ts'
import type { AssetRow } from './queries.ts'

type Columns = Updateable<Tables['assets']>
type Details = Omit<AssetChange, 'rfidTag' | 'removeImage' | 'version'>

/** Resolves the names in a form to ids; fields that were not sent are left out. */
export async function resolveDetails(
  tx: Db,
  actor: Actor,
  given: Details,
  before?: AssetRow,
): Promise<Columns> {
  const columns: Columns = {}
  if (given.assetName !== undefined)
    columns.name_id = await findOrCreateMaster(tx, actor, 'asset-name', given.assetName)
  if (given.assetState) columns.state_id = await requiredStateId(tx, given.assetState)
  if (given.assignedUser !== undefined)
    Object.assign(columns, await holderNamed(tx, actor, given.assignedUser))
  Object.assign(columns, await detailColumns(tx, actor, given))
  const place = await placeFor(tx, actor, given, before)
  if (place !== undefined) columns.place_id = place
  return columns
}

/** The chosen place below the city, or else the city; a new city without a place moves the asset to the city itself. */
async function placeFor(
  tx: Db,
  actor: Actor,
  { location, placeId }: Details,
  before?: AssetRow,
): Promise<Id | undefined> {
  const city = location === undefined ? undefined : await cityChosen(tx, actor, location)
  if (placeId) {
    const place = await placeChosen(tx, actor, placeId)
    if (city !== undefined && place.cityId !== city.id) throw invalid('placeId', 'place-in-another-city')
    return place.id
  }
  const whole = city?.id ?? (placeId === '' ? before?.cityId : undefined)
  const stays = placeId === undefined && before?.cityId === whole
  if (whole === undefined || stays) return undefined
  return (await placeChosen(tx, actor, whole, city === undefined ? 'placeId' : 'location')).id
}

export async function requiredStateId(tx: Db, name: string, field = 'assetState') {
  const query = tx.selectFrom('asset_states').select('id').where(sql`lower(name)`, '=', name.toLowerCase())
  // The lock keeps the state from being deleted until this transaction ends.
  const state = await query.forKeyShare().executeTakeFirst()
  if (state === undefined) throw invalid(field, 'state-unknown')
  return state.id
}

/** The default state of a new asset: 'working', under its present name; null if it was deleted. */
export async function firstState(tx: Db): Promise<Id | null> {
  const query = tx.selectFrom('asset_states').select('id').where('is_first', '=', true)
  return (await query.forKeyShare().executeTakeFirst())?.id ?? null
}

export async function requiredFirstState(tx: Db): Promise<Id> {
  const state = await firstState(tx)
  if (state === null) throw invalid('assetState', 'state-required')
  return state
}

/** The one person whose id, email or full name this is; any other text is stored as it is. */
export async function holderNamed(tx: Db, actor: Actor, text: string): Promise<Columns> {
  if (text === '') return { assigned_user_id: null, assigned_name: null }
  const people = await tx
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('deleted_at', 'is', null)
    .where(personInScope(actor))
    .where(
      sql<boolean>`(lower(email) = lower(${text}) or id::text = lower(${text})
        or lower(full_name) = lower(${text}))`,
    )
    .limit(2)
    .execute()
  const [person] = people
  return person !== undefined && people.length === 1
    ? { assigned_user_id: person.id, assigned_name: person.name }
    : { assigned_user_id: null, assigned_name: text }
}
