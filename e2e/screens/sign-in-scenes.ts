import type { Page } from '@playwright/test'
import { answerCalls } from '../support/network.ts'
import { enterAs, type Hand, newEmail, newName } from '../support/people.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const long = { createdAt: '2026-01-05T10:00:00Z', lastUsedAt: '2026-11-02T06:30:00Z' }

const directories = [
  { _id: idOf(1), name: 'Keycloak', kind: 'oidc', connected: true },
  { _id: idOf(2), name: 'Microsoft Entra', kind: 'oidc', connected: false },
  { _id: idOf(3), name: 'Active Directory', kind: 'ldap', connected: false },
]
/** A page fetches the settings only once, so these scenes need their own. */
const settings = (page: Page, shown: object[] = []) =>
  answerCalls(page, '/api/v1/settings', { json: { mail: true, demo: null, directories: shown } })

async function secondStep(page: Page) {
  await settings(page)
  const step = { token: 'step', methods: ['totp', 'passkey', 'recovery'], expiresAt: '2031-01-05T10:00:00Z' }
  await answerCalls(page, '/api/v1/login', { json: { secondStep: step } })
  await go(page, '/login')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Brass-Lamp-77')
  await press(page, 'Login now')
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
}

const refusedStep = {
  status: 401,
  json: { code: 'second-step-wrong', message: 'This code is wrong or was already used.' },
}

const signIn: Scene[] = [
  {
    name: 'login-directories',
    alone: true,
    heading: 'Welcome back!',
    steps: async ({ page }) => {
      await settings(page, directories)
      await go(page, '/login')
      await page.getByRole('button', { name: 'Log in with Keycloak' }).waitFor()
    },
  },
  {
    name: 'login-callback-refused',
    alone: true,
    heading: 'Logging in',
    steps: async ({ page }) => {
      await go(page, '/login/callback?error=access_denied&state=a-state')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'second-step',
    alone: true,
    heading: 'Second step',
    steps: ({ page }) => secondStep(page),
  },
  {
    name: 'second-step-recovery',
    alone: true,
    refused: true,
    heading: 'Second step',
    steps: async ({ page }) => {
      await secondStep(page)
      await answerCalls(page, '/api/v1/login/second-step', refusedStep)
      await press(page, 'Use a recovery code')
      await page.getByLabel('Recovery code').fill('abcd-efgh-jkmn-pqrs')
      await press(page, 'Continue')
      await page.getByRole('alert').waitFor()
    },
  },
]

const temporary = 'Pewter-Basin-64'
const newcomer = async (admin: Hand, role: string) => {
  const [name, email] = [newName('Meera'), newEmail()]
  const person = { name, email, password: temporary, role, location: 'indore', places: [] }
  await admin.call('post', '/api/v1/register', person)
  return { email, password: temporary }
}
const auditors = once(async (admin: Hand) => {
  const roleName = newName('Auditors')
  await admin.call('post', '/api/v1/roles', {
    roleName,
    permissions: ['reports'],
    secondFactorRequired: true,
  })
  return admin.person({ role: roleName.toLowerCase() })
})

const duties: Scene[] = [
  {
    name: 'first-password',
    alone: true,
    heading: 'Choose your own password',
    steps: async ({ page, admin }) => {
      await enterAs(page, await newcomer(admin, 'user'))
      await go(page, '/new-password')
    },
  },
  {
    name: 'second-factor-required',
    alone: true,
    heading: 'Set up a second factor',
    steps: async ({ page, admin }) => {
      await enterAs(page, await auditors(admin))
      await go(page, '/second-factor')
    },
  },
]

const factors = {
  ...{ required: false, hasPassword: true, recoveryCodes: 7, totp: long },
  passkeys: [{ ...long, id: idOf(4), name: 'Work laptop' }],
  devices: [
    {
      ...{ ...long, id: idOf(5), address: '203.0.113.7', expiresAt: '2031-01-05T10:00:00Z' },
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    },
  ],
}
const codes = Array.from({ length: 10 }, (_, at) => `abcd-efgh-jkmn-${String(at).repeat(4)}`)

const profile = (name: string, shown: object, then: (page: Page) => Promise<unknown>): Scene => ({
  name,
  heading: 'Your Profile',
  steps: async ({ page, be }) => {
    await be(asha)
    await answerCalls(page, '/api/v1/me/second-factor', { json: shown })
    await answerCalls(page, '/api/v1/me/directories', { json: { directories } })
    await go(page, '/dashboard/default/profile')
    await then(page)
  },
})
const none = { ...factors, recoveryCodes: 0, totp: null, passkeys: [], devices: [] }

async function setUp(page: Page) {
  const uri = 'otpauth://totp/Assets:asha%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Assets'
  await answerCalls(page, '/api/v1/me/second-factor/totp', { json: { secret: 'JBSWY3DPEHPK3PXP', uri } })
  await press(page, 'Set up: Authenticator app')
  await page.getByLabel('Your password').fill('Brass-Lamp-77')
  await press(page, 'Next')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
}

const profiles: Scene[] = [
  profile('profile-factors', factors, (page) => page.getByText('Passkey Work laptop').first().waitFor()),
  profile('profile-totp', none, setUp),
  profile('profile-recovery-codes', none, async (page) => {
    await setUp(page)
    await answerCalls(page, '/api/v1/me/second-factor/totp/confirm', { json: { recoveryCodes: codes } })
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await press(page, 'Confirm')
    await page.getByText(codes[9] ?? '').waitFor()
  }),
  profile('profile-connect-ldap', factors, async (page) => {
    await press(page, 'Connect Active Directory')
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').first().waitFor()
  }),
]

/** The ways to log in, what a person owes before they continue, and the proofs in their profile. */
export const signInScenes = [...signIn, ...duties, ...profiles]
