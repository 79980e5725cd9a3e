import { randomUUID } from 'node:crypto'
import { oidcSettings } from '@ats/contract/identity/directory-settings.ts'
import { purposeOf } from '#features/identity/directories/directory-queries.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { seal } from '#kernel/sealing.ts'
import type { TestApp } from './app.ts'
import { clientId, clientSecret } from './lying-provider.ts'

type Given = { role: string; city?: string; rank?: number; places?: string[]; confirmedBy?: string }
type Options = { settings?: object; groups?: Record<string, Given>; enabled?: boolean }

/** What an administrator enters for a provider of the tests. */
export const newOidcDirectory = (issuer: string, settings: object = {}) => ({
  ...{ kind: 'oidc' as const, name: 'Corporate', enabled: true, secret: clientSecret },
  settings: oidcSettings.parse({ issuer, clientId, ...settings }),
})

/** Inserts an enabled provider with its groups; every test has its own. */
export async function oidcDirectory(t: TestApp, issuer: string, options: Options = {}) {
  const { settings = {}, groups = {}, enabled = true } = options
  const given = newOidcDirectory(issuer, settings)
  const id = randomUUID()
  await t.db
    .insertInto('directories')
    .values({
      ...{ id, kind: 'oidc', name: `Corporate ${id}`, enabled, settings: JSON.stringify(given.settings) },
      secret: seal(t.config.secret, purposeOf(id), clientSecret),
    })
    .execute()
  for (const [group, mapping] of Object.entries(groups)) await mapGroup(t, id, group, mapping)
  return id
}

export async function mapGroup(t: TestApp, directoryId: string, group: string, given: Given) {
  const { role: name, city = 'Indore', rank = 100, places = [], confirmedBy } = given
  const role = await roleByName(t.db, name)
  if (role === undefined) throw new Error(`There is no role ${name}`)
  const { id } = await t.db
    .insertInto('directory_mappings')
    .values({
      ...{
        directory_id: directoryId,
        group_name: group,
        rank,
        role_id: role.id,
        city_id: await t.cityId(city),
      },
      ...(confirmedBy !== undefined && { confirmed_by: confirmedBy, confirmed_at: new Date().toISOString() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = places.map((place_id) => ({ mapping_id: id, place_id }))
  if (rows.length > 0) await t.db.insertInto('directory_mapping_places').values(rows).execute()
  return id
}
