import type { Page } from '@playwright/test'
import { answerCalls, onePage } from '../support/network.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const at = '2026-11-02T06:30:00Z'
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const within = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** A screen with mocked responses, by the end of their path. */
const screen = (
  name: string,
  heading: string,
  path: string,
  answers: { [path: string]: object },
  then: (page: Page) => Promise<unknown>,
): Scene => ({
  name,
  heading,
  steps: async ({ page, be }) => {
    await be(asha)
    for (const [address, json] of Object.entries(answers)) await answerCalls(page, address, { json }, 'GET')
    await go(page, `/dashboard/default${path}`)
    await then(page)
  },
})

const indore = { kind: 'city', name: 'Indore', path: 'Indore', names: ['Indore'] }
const office = ['Indore', 'MM North', 'Indore Head Office']
const group = {
  ...{ _id: idOf(10), group: 'cn=facility managers,ou=groups,dc=example,dc=org', rank: 100, role: 'user' },
  ...{ roleName: 'User', location: 'indore', locationName: 'Indore', places: [], everywhere: false },
  ...{ active: true, confirmedBy: null, confirmedAt: null },
}
const admins = {
  ...{ ...group, _id: idOf(11), group: 'cn=administrators,ou=groups,dc=example,dc=org', rank: 1 },
  ...{ role: 'admin', roleName: 'Admin', everywhere: true, active: false },
}
const shared = {
  ...{ hasSecret: true, people: 214, callback: 'https://assets.example.com/login/callback' },
  ...{ createdAt: at, createdBy: 'Asha Rao', version: 4 },
}
const keycloak = {
  ...{ ...shared, _id: idOf(12), kind: 'oidc', name: 'Keycloak', enabled: true, mappings: [] },
  settings: {
    ...{ issuer: 'https://login.example.com/realms/company', clientId: 'assets', groupsClaim: 'groups' },
    ...{ clientAuthentication: 'basic', scopes: 'openid profile email', userinfo: false },
    ...{ trustEmails: false, signOut: true },
  },
}
const activeDirectory = {
  ...{ ...shared, _id: idOf(13), kind: 'ldap', name: 'Active Directory', enabled: false },
  mappings: [admins, group],
  settings: {
    ...{ url: 'ldaps://dc1.example.org', startTls: false, caCertificate: null, baseDn: 'dc=example,dc=org' },
    ...{ bindDn: 'cn=assets,ou=services,dc=example,dc=org', loginAttribute: 'mail', nestedGroups: true },
    ...{ filter: '(&(objectClass=person)(mail={login}))', subjectAttribute: 'objectGUID' },
    ...{ emailAttribute: 'mail', nameAttribute: 'givenName', lastnameAttribute: 'sn' },
    ...{ groupAttribute: 'memberOf', timeoutMs: 5000 },
  },
}

const directories = (name: string, shown: object[], then: (page: Page) => Promise<unknown>) =>
  screen(name, 'Directories', '/directories', { '/api/v1/directories': { directories: shown } }, then)
const both = [activeDirectory, keycloak]

const directoryScenes = [
  directories('directories', both, (page) => page.getByText('Waits for confirmation').waitFor()),
  directories('directories-none', [], (page) => page.getByText('No directories yet').waitFor()),
  directories('directories-add-provider', [], async (page) => {
    await press(page, 'Add OIDC provider')
    await within(page, 'Save')
    await page.getByRole('dialog').getByText('is required').first().waitFor()
  }),
  directories('directories-edit-ldap', both, (page) => press(page, 'Edit Active Directory')),
  directories('directories-group', both, (page) => press(page, 'Add group to Keycloak')),
  directories('directories-confirm', both, (page) => press(page, `Confirm ${admins.group}`)),
]

const program = {
  ...{ _id: idOf(20), name: 'ERP', permissions: ['manage-asset', 'reports'], everywhere: false },
  ...{ places: [{ ...indore, _id: idOf(21), ids: [idOf(21)] }], addressRanges: ['192.0.2.0/24'] },
  ...{ status: 'active', revokedAt: null, expiresAt: '2031-06-30T18:29:59Z', keyEnding: 'a1B2' },
  ...{ keyMadeAt: at, formerKey: { ending: 'Zx9q', worksUntil: '2031-01-01T00:00:00Z' } },
  ...{ lastUsedAt: at, lastUsedFrom: '192.0.2.7', createdAt: at, createdBy: 'Asha Rao' },
  ...{ mayChange: true, version: 3 },
}
const revoked = {
  ...{ ...program, _id: idOf(22), name: 'Former warehouse system', status: 'revoked', revokedAt: at },
  ...{ everywhere: true, places: [], formerKey: null, lastUsedAt: null, lastUsedFrom: null },
}
const listed = { programs: [program, revoked], ...onePage, to: 2, total: 2 }
const programs = (name: string, then: (page: Page) => Promise<unknown>) =>
  screen(name, 'Programs', '/programs', { '**/api/v1/programs?*': listed }, then)

const programScenes = [
  programs('programs-listed', (page) => page.getByText('Former warehouse system').first().waitFor()),
  programs('programs-add', async (page) => {
    await press(page, 'Add program')
    await within(page, 'Add program')
    await page.getByText('Choose at least one permission.').waitFor()
  }),
  programs('programs-key', async (page) => {
    const key = `atsk_${'Kx7mQ2'.repeat(7)}a`
    await answerCalls(page, `/api/v1/programs/${program._id}/key`, { json: { program, key } })
    await page.getByRole('button', { name: 'More actions for ERP' }).click()
    await page.getByRole('menuitem', { name: 'Replace the key of ERP' }).click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(key).waitFor()
  }),
]

const webhook = {
  ...{ id: idOf(30), name: 'Warehouse', url: 'https://warehouse.example.com/hooks/assets', version: 3 },
  ...{ places: [{ id: idOf(31), path: office.join(' > ') }], topics: ['asset', 'place.created'] },
  ...{ state: 'active', mine: true, by: 'Asha Rao', secretMadeAt: at, formerSecretUntil: null },
  ...{ heldUntil: null, pending: 2, replaying: false, lastDeliveredAt: at, lastFailedAt: null },
  createdAt: at,
}
const failing = {
  ...{ ...webhook, id: idOf(32), name: 'ERP', state: 'failing', places: null, pending: 10_001 },
  ...{ mine: false, by: 'Meera Iyer', heldUntil: '2031-01-01T00:00:00Z', lastFailedAt: at },
  url: 'https://erp.example.com/a/long/address/of/an/endpoint/that/does/not/respond',
}
const delivery = {
  ...{ eventId: 812, action: 'asset.changed', at, status: 'delivered', tries: 1, triedAt: at },
  ...{ nextAt: null, code: 200, failure: null, durationMs: 35 },
}
const deliveries = [
  { ...delivery, eventId: 815, status: 'pending', failure: 'timeout', code: null, tries: 2, nextAt: at },
  { ...delivery, eventId: 814, status: 'failed', failure: 'redirect', code: 302, tries: 14 },
  { ...delivery, eventId: 813, status: 'skipped', code: null, tries: 0, triedAt: null, durationMs: null },
  delivery,
]
const hooks = (name: string, shown: object[], then: (page: Page) => Promise<unknown>) =>
  screen(name, 'Webhooks', '/webhooks', { '/api/v1/webhooks': { webhooks: shown } }, then)
const hook = (name: string, then: (page: Page) => Promise<unknown>) =>
  screen(
    name,
    'Warehouse',
    `/webhooks/${webhook.id}`,
    {
      [`/api/v1/webhooks/${webhook.id}`]: webhook,
      [`**/api/v1/webhooks/${webhook.id}/deliveries?*`]: { deliveries, ...onePage, to: 4, total: 4 },
    },
    async (page) => {
      await page.getByText('No response in time').first().waitFor()
      await then(page)
    },
  )

const webhookScenes = [
  hooks('webhooks', [failing, webhook], (page) => page.getByText('Warehouse').first().waitFor()),
  hooks('webhooks-none', [], (page) => page.getByRole('button', { name: 'Add webhook' }).first().waitFor()),
  hooks('webhooks-add', [], async (page) => {
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    await within(page, 'Add webhook')
    await page.getByText('Name is required!').first().waitFor()
  }),
  hook('webhook', async () => undefined),
  hook('webhook-secret', async (page) => {
    const secret = `whsec_${'Kx7mQ2'.repeat(7)}a=`
    const rotated = { ...webhook, formerSecretUntil: '2031-01-01T00:00:00Z' }
    await answerCalls(page, `/api/v1/webhooks/${webhook.id}/secret`, { json: { webhook: rotated, secret } })
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Replace secret' }).click()
    await within(page, 'Replace secret')
    await page.getByText(secret).waitFor()
  }),
  hook('webhook-replay', async (page) => {
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await within(page, 'Send again')
  }),
]

const event = {
  ...{ id: 9, at, lastAt: at, kind: 'sign-in-failed', count: 12, personId: idOf(40), person: 'Meera Iyer' },
  ...{ isProgram: false, by: null, account: null, keyId: null, address: '203.0.113.7' },
  ...{ network: '203.0.113.7', userAgent: 'Firefox', requestId: idOf(41), auditId: null },
  detail: { reason: 'second-step' },
}
const changed = { address: null, network: null, userAgent: null, by: 'Asha Rao', auditId: 3, count: 1 }
const entries = [
  event,
  { ...event, id: 8, personId: null, person: null, account: '0123456789abcdef', detail: { reason: 'wrong' } },
  { ...event, id: 7, ...changed, kind: 'role-changed', detail: { changed: 'role' } },
  { ...event, id: 6, kind: 'key-refused', person: 'ERP', isProgram: true, detail: { reason: 'address' } },
  {
    ...{ ...event, id: 5, kind: 'permission-refused', count: 1 },
    detail: { method: 'GET', path: '/api/v1/admin/user/:id', reason: 'forbidden' },
  },
]
const security = (name: string, path: string, shown: object[], then: (page: Page) => Promise<unknown>) =>
  screen(
    name,
    'Security',
    `/security${path}`,
    { '**/api/v1/security-feed?*': { entries: shown, ...onePage, to: shown.length, total: shown.length } },
    then,
  )
const filters = '?kind=key-refused&from=2026-01-01'

const securityScenes: Scene[] = [
  security('security', '', entries, (page) => page.getByText('Address is not allowed').first().waitFor()),
  security('security-none', filters, [], (page) => page.getByText('There are no records').waitFor()),
  {
    ...security('security-filters', filters, entries, (page) =>
      page.getByRole('button', { name: /^Filters/ }).click(),
    ),
    widths: [390],
  },
]

const session = {
  ...{ _id: idOf(50), createdAt: at, lastSeenAt: at, address: '203.0.113.7', current: false, program: false },
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
}
const userSessions: Scene = {
  name: 'user-sessions',
  heading: 'Edit user',
  steps: async ({ page, be, admin }) => {
    const { id } = await admin.person({ name: 'Rohan Kulkarni' })
    await be(asha)
    const other = { ...session, _id: idOf(51), address: '2001:db8::7', program: true, agent: 'curl/8.9.1' }
    await answerCalls(page, `/api/v1/users/${id}/sessions`, { json: { sessions: [session, other] } }, 'GET')
    await go(page, `/dashboard/default/users/${id}`)
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByRole('dialog').waitFor()
  },
}

/** Directories, programs, webhooks, the security log, and sessions of others. */
export const integrationScenes = [
  ...directoryScenes,
  ...programScenes,
  ...webhookScenes,
  ...securityScenes,
  userSessions,
]
