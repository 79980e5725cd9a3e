import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Person, type TestApp, testPassword } from './app.ts'
import { newOidcDirectory, oidcDirectory } from './directories.ts'
import { lyingProvider } from './lying-provider.ts'
import type { Row, Rows } from './matrix-row.ts'

const provider = await lyingProvider({ isShared: true })

/** Directories apply to every place, so User Management in one city is not enough. */
const everywhereOnly: Row = { elsewhere: 403, except: { 'User Management': 403 } }

const about = (body?: object): Row => ({
  input: async (t) => ({
    params: { id: await oidcDirectory(t, provider.issuer) },
    ...(body !== undefined && { body }),
  }),
  ...everywhereOnly,
})

const mapping = () => ({ group: randomUUID(), role: 'user', location: 'indore' })

async function mappingOf(t: TestApp) {
  const id = await oidcDirectory(t, provider.issuer, { groups: { [randomUUID()]: { role: 'User' } } })
  const row = await t.db
    .selectFrom('directory_mappings')
    .select('id')
    .where('directory_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, mappingId: row.id }
}

const aboutMapping = (body?: () => object): Row => ({
  input: async (t) => ({ params: await mappingOf(t), ...(body !== undefined && { body: body() }) }),
  ...everywhereOnly,
})

/** Another row may have changed the password of the caller: gives them the usual one again. */
async function passwordOf(t: TestApp, as: Person | null) {
  const { id } = await t.person()
  await sql`update users set password_hash = other.password_hash from users as other
    where other.id = ${id} and users.id = ${as?.id ?? null} and users.kind = 'person'`.execute(t.db)
  return testPassword
}

const allRoles = [
  'Admin',
  'User',
  'Sub User',
  'User Management',
  'Super Admin',
  'Auditor',
  'Reader Administrator',
]
const always = (status: number): Row => ({
  ...{ elsewhere: status, nobody: status },
  except: Object.fromEntries(allRoles.map((role) => [role, status])),
})

export const directoryRows: Rows<'directories' | 'directorySignIn'> = {
  'directories.list': everywhereOnly,
  'directories.add': {
    input: async () => ({
      body: { ...newOidcDirectory(provider.issuer), name: randomUUID(), enabled: false },
    }),
    ...everywhereOnly,
  },
  'directories.change': about({ kind: 'oidc', enabled: false }),
  'directories.remove': about(),
  'directories.test': about(),
  'directories.addMapping': {
    input: async (t) => ({ params: { id: await oidcDirectory(t, provider.issuer) }, body: mapping() }),
    ...everywhereOnly,
  },
  'directories.changeMapping': aboutMapping(mapping),
  'directories.removeMapping': aboutMapping(),
  'directories.confirmMapping': aboutMapping(() => ({ password: testPassword })),
  'directorySignIn.start': {
    input: async (t) => ({ params: { id: await oidcDirectory(t, provider.issuer) } }),
  },
  // Without the cookie of the browser that began, nothing can be completed.
  'directorySignIn.complete': {
    input: async () => ({ body: { code: 'code', state: randomUUID() } }),
    ...always(400),
  },
  'directorySignIn.mine': {},
  'directorySignIn.connect': {
    input: async (t, as) => ({
      params: { id: await oidcDirectory(t, provider.issuer) },
      body: { password: await passwordOf(t, as) },
    }),
  },
  // A directory of another kind is treated like an unknown one.
  'directorySignIn.connectLdap': {
    input: async (t, as) => ({
      params: { id: await oidcDirectory(t, provider.issuer) },
      body: { password: await passwordOf(t, as), login: 'somebody', directoryPassword: testPassword },
    }),
    ...{ elsewhere: 404, except: Object.fromEntries(allRoles.map((role) => [role, 404])) },
  },
  'directorySignIn.disconnect': {
    input: async (t, as) => {
      const id = await oidcDirectory(t, provider.issuer)
      if (as !== null)
        await t.db
          .insertInto('directory_people')
          .values({ directory_id: id, subject: randomUUID(), user_id: as.id, made: false })
          .execute()
      return { params: { id } }
    },
  },
}
