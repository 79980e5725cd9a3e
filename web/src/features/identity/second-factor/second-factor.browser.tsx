import { type OwnFactors, secondFactor, secondSteps } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ago, idOf } from '../../../../test/listed.ts'
import { noFactors, respondToPeople, shown, userCalled } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const code = page.getByRole('textbox', { name: 'Code', exact: true })
const password = page.getByLabelText('Your password')
const bodiesTo = (endpoint: { path: string }) =>
  sent.filter((one) => one.endpoint.path === endpoint.path).map(({ body }) => body)
const codes = Array.from({ length: 10 }, (_, at) => `abcd-efgh-jkmn-${at}${at}${at}${at}`)

const full: OwnFactors = {
  ...{ required: false, hasPassword: true, recoveryCodes: 7 },
  totp: { createdAt: ago(7200), lastUsedAt: ago(60) },
  passkeys: [{ id: idOf(1), name: 'Work laptop', createdAt: ago(7200), lastUsedAt: null }],
  devices: [{ id: idOf(2), address: '10.0.0.1', agent: 'Firefox/140.0', ...times() }],
}
function times() {
  return { createdAt: ago(7200), lastUsedAt: ago(60), expiresAt: new Date(Date.now() + 1e9).toISOString() }
}

async function openLogin() {
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  respond(sessions.login, {
    secondStep: { token: 'step', methods: ['totp', 'recovery'], expiresAt: ago(-300) },
  })
  const router = await openAsStranger('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('Brass-Lamp-77')
  await button('Login now').click()
  await expect.element(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  return router
}

test('the second step takes a code, and says what is wrong with it', async () => {
  await openLogin()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter the code.')
  reject(secondSteps.complete, 'second-step-wrong')
  await code.fill('123456')
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This code is wrong or was already used.')
  expect(bodiesTo(secondSteps.complete)).toEqual([{ token: 'step', remember: false, code: '123456' }])
})

test('a recovery code is the other way, and the log-in can begin again', async () => {
  await openLogin()
  await button('Use a recovery code').click()
  reject(secondSteps.complete, 'second-step-over')
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('abcd-efgh')
  await page.getByRole('checkbox', { name: /for 30 days/ }).click()
  await button('Continue').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This log-in has expired. Please enter your password again.')
  expect(bodiesTo(secondSteps.complete)).toEqual([
    { token: 'step', remember: true, recoveryCode: 'abcd-efgh' },
  ])
  await button('Back to the login').click()
  await expect.element(button('Login now')).toBeVisible()
})

function openProfile(factors: OwnFactors) {
  signInAs()
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: false, demo: null, directories: [] })
  respond(secondFactor.get, factors)
  return openScreen('/dashboard/default/profile')
}

test('an authenticator app is set up: password, QR code, first code, recovery codes', async () => {
  await openProfile(noFactors)
  respond(secondFactor.beginTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DP' })
  respond(secondFactor.confirmTotp, { recoveryCodes: codes })
  await button('Set up: Authenticator app').click()
  await password.fill('Brass-Lamp-77')
  await button('Next').click()
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await code.fill('123456')
  await button('Confirm').click()
  await expect.element(page.getByText(codes[9] ?? '')).toBeVisible()
  await button('I have saved them').click()
  await expect.element(page.getByText(codes[9] ?? '')).not.toBeInTheDocument()
  expect(bodiesTo(secondFactor.beginTotp)).toEqual([{ password: 'Brass-Lamp-77' }])
})

test('factors and devices are listed, and a passkey is removed with the password', async () => {
  await openProfile(full)
  const section = page.getByRole('region', { name: 'Second factor' })
  await expect.element(section.getByText('Passkey Work laptop', { exact: true })).toBeVisible()
  await expect.element(section.getByText('Left: 7')).toBeVisible()
  reject(secondFactor.removePasskey, 'password-wrong', {}, 'password')
  await button('Remove: Passkey Work laptop').click()
  await password.fill('wrong')
  await button('Remove').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The current password is incorrect.')
  respond(secondFactor.removePasskey, { message: 'Removed' })
  await password.fill('Brass-Lamp-77')
  await button('Remove').click()
  await expect.element(page.getByText('The second factor was removed.')).toBeVisible()
})

test('a remembered device is asked again', async () => {
  await openProfile(full)
  respond(secondFactor.forgetDevice, { message: 'Forgotten' })
  await page.getByRole('button', { name: /^Ask again: Firefox/ }).click()
  await expect.element(page.getByText('This device is asked for the second factor again.')).toBeVisible()
})

test('who has to set one up comes to that page from anywhere, and goes on afterwards', async () => {
  respond(secondFactor.get, { ...noFactors, required: true })
  signInAs({ mustFirst: 'set-up-second-factor' })
  const router = await openScreen('/dashboard/default/users', { mustFirst: 'set-up-second-factor' })
  expect(router.state.location.pathname).toBe('/second-factor')
  await expect.element(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect.element(button('Set up an authenticator app')).toBeVisible()
  await expect.element(button('Add a passkey')).toBeVisible()
  await expect.element(button('Logout')).toBeVisible()
})

test('an administrator resets the second factor of a user after a question', async () => {
  const ravi = userCalled('Ravi', 6)
  respondToPeople()
  respond(users.get, { ...shown(ravi), secondFactor: true })
  respond(secondFactor.reset, { message: 'Reset' })
  await openScreen(`/dashboard/default/users/${ravi._id}`)
  await button('Reset the second factor').click()
  await expect.element(page.getByText(/Ravi can then log in with the password alone/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the second factor' }).click()
  await expect.element(page.getByText('The second factor was reset.')).toBeVisible()
  expect(sent.filter(({ endpoint }) => endpoint === secondFactor.reset)).toHaveLength(1)
})
