import type { Directory, GroupMapping } from '@ats/contract/identity/directories.ts'
import { ldapSettings, oidcSettings } from '@ats/contract/identity/directory-settings.ts'
import type { DirectoryKind, ShownDirectory } from '@ats/contract/identity/shown-directory.ts'
import { sql } from 'kysely'
import { placeIds, placeNames, placePath } from '#features/places/places.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { unseal } from '#kernel/sealing.ts'

export const callbackOf = (origin: string) => `${origin}/login/callback`

/** A secret opens only for its own directory. */
export const purposeOf = (id: Id) => `directory ${id}`

/** True for rows of `directory_mappings` with their `roles` that give their group something. */
export const isActive = sql<boolean>`(not roles.everywhere or directory_mappings.confirmed_at is not null)`

const placesOfMapping = sql`(
  select coalesce(json_agg(json_build_object('_id', places.id, 'name', places.name, 'kind', places.kind,
    'path', ${placePath}, 'names', ${placeNames}, 'ids', ${placeIds}) order by lower(places.name), places.id), '[]')
  from directory_mapping_places g join places on places.id = g.place_id where g.mapping_id = directory_mappings.id)`

const mappingsOf = sql<GroupMapping[]>`(
  select coalesce(json_agg(json_build_object('_id', directory_mappings.id, 'group', group_name, 'rank', rank,
    'role', lower(roles.name), 'roleName', roles.name, 'location', lower(city.name), 'locationName', city.name,
    'places', ${placesOfMapping}, 'everywhere', roles.everywhere, 'active', ${isActive},
    'confirmedBy', confirmer.full_name, 'confirmedAt', confirmed_at) order by rank, lower(group_name)), '[]')
  from directory_mappings join roles on roles.id = directory_mappings.role_id
    join places city on city.id = directory_mappings.city_id
    left join users confirmer on confirmer.id = directory_mappings.confirmed_by
  where directory_mappings.directory_id = directories.id)`

type Row = Omit<Directory, 'kind' | 'settings' | 'callback'> & { kind: DirectoryKind; settings: unknown }

export async function allDirectories(db: Db, origin: string, id?: Id): Promise<Directory[]> {
  const { rows } =
    await sql<Row>`select directories.id as "_id", directories.kind, directories.name, enabled, settings,
      secret is not null as "hasSecret", directories.created_at as "createdAt",
      creator.full_name as "createdBy", directories.version, ${mappingsOf} as mappings,
      (select count(*) from directory_people join users on users.id = user_id
        where directory_id = directories.id and deleted_at is null)::int as people
    from directories left join users creator on creator.id = directories.created_by
    ${id === undefined ? sql`` : sql`where directories.id = ${id}`}
    order by lower(directories.name)`.execute(db)
  return rows.map((row) => ({ ...row, ...settingsOf(row), callback: callbackOf(origin) }))
}

/** Fields that a later version added get their defaults. */
const settingsOf = ({ kind, settings }: Pick<Row, 'kind' | 'settings'>) =>
  kind === 'oidc'
    ? { kind, settings: oidcSettings.parse(settings) }
    : { kind, settings: ldapSettings.parse(settings) }

/** The directories of the sign-in page. */
export const enabledDirectories = (db: Db): Promise<ShownDirectory[]> =>
  db
    .selectFrom('directories')
    .select(['id as _id', 'name', sql<DirectoryKind>`kind`.as('kind')])
    .where('enabled', '=', true)
    .orderBy(sql`lower(name)`)
    .execute()

type Sealed = {
  id: Id
  name: string
  enabled: boolean
  kind: DirectoryKind
  settings: unknown
  secret: Buffer | null
}

export type OpenDirectory = { id: Id; name: string; enabled: boolean; secret: string | null } & ReturnType<
  typeof settingsOf
>

/** A directory with its secret in plain text, for the connection to it; never part of a response. */
export async function directoryWithSecret(
  db: Db,
  id: Id,
  programSecret: string,
): Promise<OpenDirectory | undefined> {
  const { rows } = await sql<Sealed>`select id, name, enabled, kind, settings, secret from directories
    where id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const secret = row.secret && unseal(programSecret, purposeOf(id), row.secret)
  if (secret === undefined) throw new Problem('directory-secret-unreadable')
  return { id, name: row.name, enabled: row.enabled, secret, ...settingsOf(row) }
}

export async function isMadeByDirectory(db: Db, userId: Id) {
  const { rows } = await sql`select from directory_people where user_id = ${userId} and made`.execute(db)
  return rows.length > 0
}

/** The directories that one's account can be connected to. */
export async function directoriesOf(db: Db, userId: Id) {
  const { rows } = await sql<ShownDirectory & { connected: boolean }>`select id as "_id", name, kind,
      exists (select from directory_people where directory_id = directories.id and user_id = ${userId}) as connected
    from directories where enabled order by lower(name)`.execute(db)
  return rows
}
