import { randomUUID } from 'node:crypto'
import type { EndpointGroup } from '@ats/contract/endpoints.ts'
import { newSecret } from '#kernel/secrets.ts'
import { type TestApp, testPassword } from './app.ts'
import { assetRows } from './matrix-asset-rows.ts'
import { auditRows } from './matrix-audit-rows.ts'
import { bulkJobRows } from './matrix-bulk-job-rows.ts'
import { exportRows } from './matrix-export-rows.ts'
import { floorRows } from './matrix-floor-rows.ts'
import { helpRows } from './matrix-help-rows.ts'
import { importRows } from './matrix-import-rows.ts'
import { inventoryRows } from './matrix-inventory-rows.ts'
import { notificationRows } from './matrix-notifications-rows.ts'
import { readerRows } from './matrix-reader-rows.ts'
import { reportRows } from './matrix-report-rows.ts'
import type { Rows } from './matrix-row.ts'
import { shopRows } from './matrix-shop-rows.ts'
import { stateChangeRows } from './matrix-state-change-rows.ts'
import { viewRows } from './matrix-view-rows.ts'

const newPassword = 'Copper-Kettle-5'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const inIndore = async (t: TestApp) => ({ id: (await t.person({ role: 'Sub User', city: 'Indore' })).id })
const anyEmail = () => `${randomUUID()}@example.com`

async function role(t: TestApp) {
  const values = { name: randomUUID(), permissions: [] }
  return t.db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()
}

async function accessRequest(t: TestApp) {
  const values = { name: 'Someone', email: anyEmail(), city_id: await t.cityId('Indore') }
  return t.db.insertInto('access_requests').values(values).returning('id').executeTakeFirstOrThrow()
}

async function resetToken(t: TestApp) {
  const { id } = await t.person()
  const { secret, hash: token_hash } = newSecret()
  await t.db
    .insertInto('password_resets')
    .values({ token_hash, user_id: id, expires_at: '2999-01-01' })
    .execute()
  return secret
}

async function emailToken(t: TestApp) {
  const { id } = await t.person()
  const { secret, hash: token_hash } = newSecret()
  const change = { user_id: id, token_hash, email: anyEmail(), expires_at: '2999-01-01' }
  await t.db.insertInto('email_changes').values(change).execute()
  return secret
}

async function withPicture(t: TestApp) {
  const picture = await t.store.put(png, 'webp')
  const { id } = await inIndore(t)
  await t.db.updateTable('users').set({ picture }).where('id', '=', id).execute()
  return { id }
}

/** Roles apply to every place, so User Management in one city is not enough. */
const everywhereOnly = { elsewhere: 403, except: { 'User Management': 403 } }
const newUser = () => ({ name: 'New', email: anyEmail(), password: newPassword, role: 'user management' })

export const rows: Rows<EndpointGroup> = {
  'system.live': {},
  'system.ready': {},
  'system.openapi': {},
  'system.docs': {},
  'system.archived': {},
  'sessions.settings': {},
  'sessions.login': {
    input: async (t) => ({ body: { email: (await t.person()).email, password: testPassword } }),
  },
  'sessions.logout': {},
  'sessions.me': {},
  'sessions.list': {},
  'sessions.end': {
    input: async (t) => {
      const { id } = await t.person()
      const { id: session } = await t.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      return { params: { id: session } }
    },
    // Nobody can end another person's session.
    elsewhere: 404,
    except: {
      ...{ Admin: 404, User: 404, 'Sub User': 404, 'User Management': 404, 'Super Admin': 404 },
      ...{ Auditor: 404, 'Reader Administrator': 404 },
    },
  },
  'sessions.endOthers': {},
  'passwords.change': { input: async () => ({ body: { oldPassword: testPassword, newPassword } }) },
  'passwords.forgot': { input: async () => ({ body: { email: anyEmail() } }) },
  'passwords.reset': {
    input: async (t) => ({ body: { token: await resetToken(t), password: newPassword } }),
  },
  'emailChanges.complete': { input: async (t) => ({ body: { token: await emailToken(t) } }) },
  'users.register': {
    input: async () => ({ body: { ...newUser(), location: 'indore' } }),
    elsewhere: 400,
    limited: 403,
  },
  'users.list': { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
  'users.get': { input: async (t) => ({ params: await inIndore(t) }), elsewhere: 404 },
  'users.update': {
    input: async (t) => ({
      params: { id: (await t.person({ role: 'User Management' })).id },
      body: { name: 'Other' },
    }),
    elsewhere: 404,
  },
  'users.remove': {
    input: async (t) => ({ params: { id: (await t.person({ role: 'User Management' })).id } }),
    elsewhere: 404,
  },
  'users.removePersonalData': {
    input: async (t) => ({ params: { id: (await t.person({ role: 'User Management' })).id } }),
    elsewhere: 404,
  },
  'users.setPicture': {
    input: async (t) => ({ params: { id: (await t.person({ role: 'User Management' })).id }, image: png }),
    elsewhere: 404,
  },
  'users.picture': { input: async (t) => ({ params: await withPicture(t) }), elsewhere: 404 },
  'users.updateProfile': { input: async () => ({ body: { name: 'Other' } }) },
  'users.setMyPicture': { input: async () => ({ image: png }) },
  'users.removeMyPicture': {},
  'roles.list': {},
  'roles.create': { input: async () => ({ body: { roleName: randomUUID() } }), ...everywhereOnly },
  'roles.update': {
    input: async (t) => ({ params: await role(t), body: { permissions: ['reports'] } }),
    ...everywhereOnly,
  },
  'roles.remove': { input: async (t) => ({ params: await role(t) }), ...everywhereOnly },
  'accessRequests.create': {
    input: async () => ({ body: { name: 'Someone', email: anyEmail(), password: newPassword } }),
  },
  'accessRequests.list': {},
  'accessRequests.approve': {
    input: async (t) => ({
      params: await accessRequest(t),
      body: { role: 'user management', location: 'indore' },
    }),
    elsewhere: 404,
  },
  'accessRequests.reject': { input: async (t) => ({ params: await accessRequest(t) }), elsewhere: 404 },
  'places.cities': {},
  'places.search': {},
  'placeTree.branch': {},
  'dashboard.counts': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'dashboard.overview': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  ...floorRows,
  'dashboard.trends': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  ...assetRows,
  ...importRows,
  ...auditRows,
  ...exportRows,
  ...reportRows,
  ...viewRows,
  ...bulkJobRows,
  'live.stream': { input: async () => ({ query: { seconds: '0' } }) },
  ...stateChangeRows,
  ...helpRows,
  ...inventoryRows,
  ...readerRows,
  ...notificationRows,
  ...shopRows,
}
