import { type Directory, directories, type GroupMapping } from '@ats/contract/identity/directories.ts'
import { ldapSettings, oidcSettings } from '@ats/contract/identity/directory-settings.ts'
import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { places } from '@ats/contract/places.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../../test/listed.ts'
import { cities } from '../../../../test/people.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../../test/screen.tsx'

const list = '/dashboard/default/directories'
const dialog = page.getByRole('dialog')

const group = (given: Partial<GroupMapping> = {}): GroupMapping => ({
  ...{ _id: idOf(60), group: 'staff', rank: 100, role: 'user', roleName: 'User', location: 'indore' },
  ...{ locationName: 'Indore', places: [], everywhere: false, active: true, confirmedBy: null },
  ...{ confirmedAt: null, ...given },
})

const shared = (mappings: GroupMapping[]) => ({
  ...{ enabled: true, hasSecret: true, people: 3, callback: 'https://ats.example/login/callback' },
  ...{ createdAt: '2026-01-05T10:00:00Z', createdBy: 'Asha', mappings, version: 4 },
})
const keycloak = (mappings: GroupMapping[] = []): Directory => ({
  ...shared(mappings),
  ...{ _id: idOf(50), kind: 'oidc', name: 'Keycloak' },
  settings: oidcSettings.parse({ issuer: 'https://login.corp.example/realms/corp', clientId: 'ats' }),
})
const corporate = (): Directory => ({
  ...shared([]),
  ...{ _id: idOf(51), kind: 'ldap', name: 'Corporate' },
  settings: ldapSettings.parse({ url: 'ldaps://ldap.corp.example', bindDn: 'cn=ats', baseDn: 'dc=corp' }),
})

async function openWith(...all: Directory[]) {
  respond(directories.list, { directories: all })
  return openScreen(list, { everywhere: true })
}

async function problems() {
  const { violations } = await axe.run(document.body)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('without directories the screen says what they are for', async () => {
  await openWith()
  await expect.element(page.getByText('No directories yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add OIDC provider' })).toBeVisible()
  expect(await problems()).toEqual([])
})

test('a provider is added, and a wrong address is named at its field', async () => {
  respond(directories.add, keycloak())
  await openWith()
  await page.getByRole('button', { name: 'Add OIDC provider' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Keycloak')
  await dialog.getByRole('textbox', { name: 'Issuer' }).fill('http://login.corp.example')
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('ats')
  await dialog.getByLabelText('Client secret', { exact: true }).fill('hush')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter an https:// address without a query.')).toBeVisible()
  expect(sentTo(directories.add)).toEqual([])
  expect(await problems()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Issuer' }).fill('https://login.corp.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Keycloak is saved.')).toBeVisible()
  expect(sentTo(directories.add)[0]?.body).toMatchObject({
    ...{ kind: 'oidc', name: 'Keycloak', secret: 'hush', enabled: true },
    settings: { issuer: 'https://login.corp.example', groupsClaim: 'groups', trustEmails: false },
  })
})

test('an LDAP server is added with its defaults', async () => {
  respond(directories.add, corporate())
  await openWith()
  await page.getByRole('button', { name: 'Add LDAP server' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Corporate')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ldaps://ldap.corp.example')
  await dialog.getByRole('textbox', { name: 'Account to look people up (DN)' }).fill('cn=ats')
  await dialog.getByRole('textbox', { name: 'Where to look for people (base DN)' }).fill('dc=corp')
  expect(await problems()).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo(directories.add).length).toBe(1)
  expect(sentTo(directories.add)[0]?.body).toMatchObject({
    ...{ kind: 'ldap', secret: null },
    settings: { url: 'ldaps://ldap.corp.example', caCertificate: null, timeoutMs: 5000, nestedGroups: false },
  })
})

test('an edit keeps the secret, which is never shown', async () => {
  respond(directories.change, keycloak())
  await openWith(keycloak())
  await page.getByRole('button', { name: 'Edit Keycloak' }).click()
  await expect.element(dialog.getByLabelText('Client secret', { exact: true })).toHaveValue('')
  await dialog.getByRole('checkbox', { name: 'People can log in with it' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo(directories.change).length).toBe(1)
  const body = sentTo(directories.change)[0]?.body
  expect(body).toMatchObject({ kind: 'oidc', enabled: false, version: 4 })
  expect(body).not.toHaveProperty('secret')
})

test('a test of the connection says whether it works and why not', async () => {
  respond(directories.test, { message: 'The directory responds.' })
  await openWith(keycloak())
  const button = page.getByRole('button', { name: 'Test connection to Keycloak' })
  await button.click()
  await expect.element(page.getByText('Keycloak responds.')).toBeVisible()
  reject(directories.test, 'directory-metadata-wrong')
  await button.click()
  await expect.element(page.getByText('Please check its address.')).toBeVisible()
})

test('a group that gives every place is confirmed with a password', async () => {
  const waiting = group({
    group: 'admins',
    role: 'admin',
    roleName: 'Admin',
    everywhere: true,
    active: false,
  })
  await openWith(keycloak([waiting, group({ _id: idOf(61) })]))
  await expect.element(page.getByText('Waits for confirmation')).toBeVisible()
  expect(await problems()).toEqual([])
  await page.getByRole('button', { name: 'Confirm admins' }).click()
  await expect.element(dialog.getByText('Every member of this group will see every place')).toBeVisible()
  reject(directories.confirmMapping, 'password-wrong', {}, 'password')
  await dialog.getByLabelText('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(dialog.getByText('The current password is incorrect.')).toBeVisible()
  respond(directories.confirmMapping, keycloak([{ ...waiting, active: true }]))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('admins is confirmed.')).toBeVisible()
})

test('a group is added with role, city and rank, and removed after a question', async () => {
  respond(places.cities, { cities })
  const role = { id: idOf(70), number: 1, name: 'User', permissions: [], everywhere: false, builtIn: true }
  respond(roles.list, {
    roles: [{ ...role, secondFactorRequired: false, users: 0, version: 1, mayGrant: true }],
  })
  respond(directories.addMapping, keycloak([group()]))
  respond(directories.removeMapping, keycloak())
  await openWith(keycloak([group()]))
  await page.getByRole('button', { name: 'Add group to Keycloak' }).click()
  await dialog.getByRole('textbox', { name: 'Group' }).fill('guests')
  await dialog.getByRole('combobox', { name: 'Role' }).selectOptions('User')
  await dialog.getByRole('combobox', { name: 'Location' }).selectOptions('Pune')
  await dialog.getByRole('textbox', { name: 'Rank' }).fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter a number from 1 to 1000.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Rank' }).fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('guests is saved.')).toBeVisible()
  expect(sentTo(directories.addMapping)[0]?.body).toEqual({
    ...{ group: 'guests', role: 'user', location: 'pune', places: [], rank: 5 },
  })
  await page.getByRole('button', { name: 'Remove staff' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('staff is removed.')).toBeVisible()
})

test('a person of one city is told why there is nothing to see', async () => {
  await openScreen(list, { everywhere: false, permissions: ['user-management'] })
  await expect.element(page.getByText('Only people who see every place can change them')).toBeVisible()
  expect(sentTo(directories.list)).toEqual([])
})

test('on a phone nothing is wider than the screen', async () => {
  await openWith(keycloak([group({ group: 'cn=a-very-long-name,ou=groups,dc=corp,dc=example' })]))
  await page.viewport(390, 800)
  await expect.element(page.getByRole('heading', { name: 'Keycloak' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the login page offers providers, and says if one does not respond', async () => {
  const shown = [
    { _id: idOf(50), name: 'Keycloak', kind: 'oidc' as const },
    { _id: idOf(51), name: 'Corporate', kind: 'ldap' as const },
  ]
  respond(sessions.settings, { mail: true, demo: null, directories: shown })
  reject(directorySignIn.start, 'directory-unavailable')
  await openAsStranger('/login')
  await page.getByRole('button', { name: 'Log in with Keycloak' }).click()
  await expect.element(page.getByRole('alert').getByText(/The directory does not respond\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Log in with Corporate' })).not.toBeInTheDocument()
  expect(await problems()).toEqual([])
})

test('what a provider sends back is sent once, and an error leads back to the login', async () => {
  reject(directorySignIn.complete, 'directory-no-access')
  await openAsStranger('/login/callback?code=123&state=a-state&iss=https%3A%2F%2Flogin.corp.example')
  await expect.element(page.getByRole('alert').getByText(/Your account has no access yet\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the login' })).toBeVisible()
  expect(sentTo(directorySignIn.complete).map(({ body }) => body)).toEqual([
    { code: '123', state: 'a-state', iss: 'https://login.corp.example' },
  ])
})

test('a refusal of the provider is shown, and nothing is sent', async () => {
  await openAsStranger('/login/callback?error=access_denied&state=another')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The directory did not log you in.')
  expect(sentTo(directorySignIn.complete)).toEqual([])
})

test('the profile connects with a password, and disconnects after a question', async () => {
  const all = [
    { _id: idOf(50), name: 'Keycloak', kind: 'oidc' as const, connected: true },
    { _id: idOf(52), name: 'Entra', kind: 'oidc' as const, connected: false },
  ]
  respond(directorySignIn.mine, { directories: all })
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: false, demo: null, directories: [] })
  respond(directorySignIn.disconnect, { message: 'Disconnected.' })
  reject(directorySignIn.connect, 'password-wrong', {}, 'password')
  await openScreen('/dashboard/default/profile')
  await page.getByRole('button', { name: 'Connect Entra' }).click()
  await dialog.getByLabelText('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.element(dialog.getByText('The current password is incorrect.')).toBeVisible()
  await dialog.getByLabelText('Your password').fill('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disconnect Keycloak' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByText('Keycloak is disconnected.')).toBeVisible()
})
