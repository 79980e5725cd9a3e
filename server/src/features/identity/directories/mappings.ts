import type { NewMapping } from '@ats/contract/identity/directories.ts'
import { sql } from 'kysely'
import { mustBeGrantable } from '#features/identity/roles/authority.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { cityChosen, placePath, placesChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { isActive } from './directory-queries.ts'

/** What a person's groups give them. */
export type Grant = { roleId: Id; cityId: Id; places: Id[] }

/**
 * The active mapping with the lowest rank gives role and home city. Matching mappings with the same role add
 * their places. LDAP compares names without regard to case; an OIDC provider may have groups that differ only
 * in that.
 */
export async function grantOf(
  db: Db,
  directoryId: Id,
  groups: readonly string[],
): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    select role_id as "roleId", city_id as "cityId",
      array(select place_id from directory_mapping_places where mapping_id = directory_mappings.id order by place_id) as places
    from directory_mappings join directories on directories.id = directory_mappings.directory_id
      join roles on roles.id = directory_mappings.role_id
    where directories.id = ${directoryId} and directories.enabled and ${isActive}
      and (group_name = any(${groups}::text[])
        or directories.kind = 'ldap' and lower(group_name) in (select lower(held) from unnest(${groups}::text[]) as held))
    order by rank, lower(group_name)`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  const same = rows.filter(({ roleId }) => roleId === first.roleId)
  if (same.length === 1) return first
  // A mapping without places gives its home city.
  const places = same.flatMap((row) => (row.places.length > 0 ? row.places : [row.cityId]))
  return { ...first, places: [...new Set(places)] }
}

const groupTaken = { directory_mappings_group: () => invalid('group', 'directory-group-taken') }

async function resolved(tx: Db, actor: Actor, { role: roleName, location, places }: NewMapping) {
  const role = await roleByName(tx, roleName)
  if (role === undefined) throw invalid('role', 'role-unknown')
  mustBeGrantable(actor, role)
  const city = await cityChosen(tx, actor, location)
  return { role, city, places: await placesChosen(tx, actor, places) }
}

async function setPlaces(tx: Db, mappingId: Id, places: readonly Id[]) {
  await tx.deleteFrom('directory_mapping_places').where('mapping_id', '=', mappingId).execute()
  await sql`insert into directory_mapping_places (mapping_id, place_id) select ${mappingId}, unnest(${places}::uuid[])`.execute(
    tx,
  )
}

export async function addMapping(tx: Db, actor: Actor, directoryId: Id, given: NewMapping) {
  const { role, city, places } = await resolved(tx, actor, given)
  const insert = tx
    .insertInto('directory_mappings')
    .values({
      ...{ directory_id: directoryId, group_name: given.group, rank: given.rank },
      ...{ role_id: role.id, city_id: city.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refusing(insert, groupTaken)
  await setPlaces(tx, id, places)
  const after = await factsOf(tx, id)
  await record(tx, actor, { action: 'directory.mapping-added', kind: 'directory', id: directoryId, after })
}

type MappingKey = { id: Id; mappingId: Id }

/** Any change ends the confirmation: what was confirmed is no longer what is there. */
export async function changeMapping(tx: Db, actor: Actor, key: MappingKey, given: NewMapping) {
  await mappingForUpdate(tx, actor, key)
  const before = await factsOf(tx, key.mappingId)
  const { role, city, places } = await resolved(tx, actor, given)
  const update = tx
    .updateTable('directory_mappings')
    .set({
      ...{ group_name: given.group, rank: given.rank, role_id: role.id, city_id: city.id },
      ...{ confirmed_by: null, confirmed_at: null },
    })
    .where('id', '=', key.mappingId)
    .execute()
  await refusing(update, groupTaken)
  await setPlaces(tx, key.mappingId, places)
  const after = await factsOf(tx, key.mappingId)
  const line = { action: 'directory.mapping-changed', kind: 'directory', id: key.id } as const
  await record(tx, actor, { ...line, before, after })
}

export async function removeMapping(tx: Db, actor: Actor, key: MappingKey) {
  await mappingForUpdate(tx, actor, key)
  const before = await factsOf(tx, key.mappingId)
  await tx.deleteFrom('directory_mappings').where('id', '=', key.mappingId).execute()
  await record(tx, actor, { action: 'directory.mapping-removed', kind: 'directory', id: key.id, before })
}

/** The second step: the caller has proven their password. */
export async function confirmMapping(tx: Db, actor: Actor, key: MappingKey) {
  await mappingForUpdate(tx, actor, key)
  await tx
    .updateTable('directory_mappings')
    .set({ confirmed_by: actor.id, confirmed_at: sql<string>`now()` })
    .where('id', '=', key.mappingId)
    .execute()
  const after = await factsOf(tx, key.mappingId)
  await record(tx, actor, { action: 'directory.mapping-confirmed', kind: 'directory', id: key.id, after })
}

/** Locks a mapping whose role the actor may grant. */
async function mappingForUpdate(tx: Db, actor: Actor, { id, mappingId }: MappingKey) {
  const row = await tx
    .selectFrom('directory_mappings')
    .innerJoin('roles', 'roles.id', 'directory_mappings.role_id')
    .select(['roles.permissions', 'roles.everywhere'])
    .where('directory_mappings.id', '=', mappingId)
    .where('directory_mappings.directory_id', '=', id)
    .forUpdate('directory_mappings')
    .executeTakeFirst()
  mustBeGrantable(actor, found(row, 'directory-mapping-not-found'))
}

/** What the ledger stores about a mapping. */
async function factsOf(tx: Db, mappingId: Id) {
  const { rows } = await sql<{
    group: string
    role: string
    location: string
    places: string[]
    rank: number
  }>`
    select group_name as "group", lower(roles.name) as role, lower(city.name) as location, rank,
      array(select ${placePath} from directory_mapping_places given join places on places.id = given.place_id
        where given.mapping_id = directory_mappings.id order by 1) as places
    from directory_mappings join roles on roles.id = role_id join places city on city.id = directory_mappings.city_id
    where directory_mappings.id = ${mappingId}`.execute(tx)
  if (rows[0] === undefined) throw new Problem('directory-mapping-not-found')
  return rows[0]
}
