import { randomUUID } from 'node:crypto'
import type { EndpointGroup } from '@ats/contract/endpoints.ts'
import { newSecret } from '#kernel/secrets.ts'
import { type TestApp, testPassword } from './app.ts'
import { assetRows } from './matrix-asset-rows.ts'
import { auditRows } from './matrix-audit-rows.ts'
import { bulkJobRows } from './matrix-bulk-job-rows.ts'
import { certificateRows } from './matrix-certificate-rows.ts'
import { coverRows } from './matrix-cover-rows.ts'
import { directoryRows } from './matrix-directory-rows.ts'
import { exportRows } from './matrix-export-rows.ts'
import { floorRows } from './matrix-floor-rows.ts'
import { helpRows } from './matrix-help-rows.ts'
import { importRows } from './matrix-import-rows.ts'
import { inventoryRows } from './matrix-inventory-rows.ts'
import { notificationRows } from './matrix-notifications-rows.ts'
import { ownFieldRows } from './matrix-own-field-rows.ts'
import { paperRows } from './matrix-paper-rows.ts'
import { printingRows } from './matrix-printing-rows.ts'
import { readerRows } from './matrix-reader-rows.ts'
import { reportRows } from './matrix-report-rows.ts'
import type { Rows } from './matrix-row.ts'
import { secondFactorRows } from './matrix-second-factor-rows.ts'
import { shopRows } from './matrix-shop-rows.ts'
import { stateChangeRows } from './matrix-state-change-rows.ts'
import { tagSeriesRows } from './matrix-tag-series-rows.ts'
import { taggingRows } from './matrix-tagging-rows.ts'
import { viewRows } from './matrix-view-rows.ts'
import { webhookRows } from './matrix-webhook-rows.ts'
import { newProgram, program } from './programs.ts'

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

/** Somebody whom everyone with user management in Indore may change. */
const managerInIndore = async (t: TestApp) => ({ id: (await t.person({ role: 'User Management' })).id })

async function sessionInIndore(t: TestApp) {
  const { id } = await managerInIndore(t)
  return { id, sessionId: await sessionOf(t, id) }
}

async function sessionOf(t: TestApp, person: string) {
  const session = t.db.selectFrom('sessions').select('id').where('user_id', '=', person)
  return (await session.executeTakeFirstOrThrow()).id
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

/** A program has permissions that people who only manage users lack. */
const mayNotGrant = { 'User Management': 403 }
const programIn = async (t: TestApp) => ({ id: (await program(t)).id })

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
    input: async (t) => ({ params: { id: await sessionOf(t, (await t.person()).id) } }),
    // Nobody can end another person's session.
    elsewhere: 404,
    except: {
      ...{ Admin: 404, User: 404, 'Sub User': 404, 'User Management': 404, 'Super Admin': 404 },
      ...{ Auditor: 404, 'Reader Administrator': 404 },
    },
  },
  'sessions.endOthers': {},
  ...secondFactorRows,
  ...directoryRows,
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
      params: await managerInIndore(t),
      body: { name: 'Other' },
    }),
    elsewhere: 404,
  },
  'users.remove': {
    input: async (t) => ({ params: await managerInIndore(t) }),
    elsewhere: 404,
  },
  'users.removePersonalData': {
    input: async (t) => ({ params: await managerInIndore(t) }),
    elsewhere: 404,
  },
  'users.setPicture': {
    input: async (t) => ({ params: await managerInIndore(t), image: png }),
    elsewhere: 404,
  },
  'users.picture': { input: async (t) => ({ params: await withPicture(t) }), elsewhere: 404 },
  'userSessions.list': { input: async (t) => ({ params: await managerInIndore(t) }), elsewhere: 404 },
  'userSessions.end': { input: async (t) => ({ params: await sessionInIndore(t) }), elsewhere: 404 },
  'userSessions.endAll': { input: async (t) => ({ params: await managerInIndore(t) }), elsewhere: 404 },
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
  'programs.list': {},
  'programs.create': {
    input: async (t) => ({ body: await newProgram(t) }),
    ...{ elsewhere: 403, limited: 400, except: mayNotGrant },
  },
  'programs.change': {
    input: async (t) => ({ params: await programIn(t), body: { name: randomUUID() } }),
    ...{ elsewhere: 404, except: mayNotGrant },
  },
  'programs.replaceKey': {
    input: async (t) => ({ params: await programIn(t), body: {} }),
    ...{ elsewhere: 404, except: mayNotGrant },
  },
  'programs.revoke': {
    input: async (t) => ({ params: await programIn(t) }),
    ...{ elsewhere: 404, except: mayNotGrant },
  },
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
  ...coverRows,
  ...importRows,
  ...auditRows,
  ...exportRows,
  ...reportRows,
  ...viewRows,
  ...webhookRows,
  ...ownFieldRows,
  ...tagSeriesRows,
  ...taggingRows,
  ...printingRows,
  ...paperRows,
  ...bulkJobRows,
  'live.stream': { input: async () => ({ query: { seconds: '0' } }) },
  ...stateChangeRows,
  ...helpRows,
  ...inventoryRows,
  ...certificateRows,
  ...readerRows,
  ...notificationRows,
  ...shopRows,
}
