import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../../test/listed.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const corporate = { _id: idOf(60), name: 'Corporate', kind: 'ldap' as const, connected: false }

test('an account is connected to an LDAP directory with both passwords', async () => {
  signInAs()
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  respond(directorySignIn.mine, { directories: [corporate] })
  reject(directorySignIn.connectLdap, 'ldap-login-wrong', {}, 'directoryPassword')
  await openScreen('/dashboard/default/profile')
  await page.getByRole('button', { name: 'Connect Corporate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Corporate' })
  await dialog.getByLabelText('Your password here').fill('Copper-Kettle-91')
  await dialog.getByLabelText('Login of Corporate').fill('asha')
  await dialog.getByLabelText('Password of Corporate').fill('wrong')
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
  await connect.click()
  await expect
    .element(dialog.getByText('The directory does not know this login with this password.').first())
    .toBeVisible()
  respond(directorySignIn.connectLdap, { message: 'Connected.' })
  respond(directorySignIn.mine, { directories: [{ ...corporate, connected: true }] })
  await dialog.getByLabelText('Password of Corporate').fill('Silver-Spoon-12')
  await connect.click()
  await expect.element(page.getByText('Corporate is connected.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Disconnect Corporate' })).toBeVisible()
  expect(sent.filter(({ endpoint }) => endpoint === directorySignIn.connectLdap).at(-1)?.body).toEqual({
    ...{ password: 'Copper-Kettle-91', login: 'asha', directoryPassword: 'Silver-Spoon-12' },
  })
})
