import { secondFactor, secondSteps } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { ago, idOf } from '../../../../test/listed.ts'
import { noFactors } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

type Devtools = { send: (method: string, params?: object) => Promise<Record<string, string>> }
const devtools = () => cdp() as unknown as Devtools

/** An authenticator in the browser that confirms by itself. */
let authenticatorId = ''
beforeEach(async () => {
  await devtools().send('WebAuthn.enable')
  const options = {
    ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    ...{ isUserVerified: true, automaticPresenceSimulation: true },
  }
  const added = await devtools().send('WebAuthn.addVirtualAuthenticator', { options })
  authenticatorId = added.authenticatorId ?? ''
})
afterEach(() => devtools().send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))

const challenge = 'c29tZSBieXRlcyBvZiBhIHNlcnZlcg'
const bodyTo = (endpoint: { path: string }) =>
  sent.findLast((one) => one.endpoint.path === endpoint.path)?.body as {
    response?: { id: string; response: { attestationObject: string } }
    passkey?: { id: string; response: { signature: string } }
  }

async function create() {
  signInAs()
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: false, demo: null, directories: [] })
  respond(secondFactor.get, noFactors)
  respond(secondFactor.beginPasskey, {
    options: {
      ...{ challenge, rp: { id: location.hostname, name: 'Test' }, attestation: 'none', timeout: 10_000 },
      user: { id: 'YXNoYQ', name: 'asha@example.com', displayName: 'Asha' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  })
  const passkey = { id: idOf(3), name: 'Work laptop', createdAt: ago(1), lastUsedAt: null }
  respond(secondFactor.addPasskey, { passkey, recoveryCodes: null })
  await openScreen('/dashboard/default/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabelText('Name of the passkey').fill('Work laptop')
  await page.getByLabelText('Your password').fill('Brass-Lamp-77')
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect.element(page.getByText('The passkey was added.')).toBeVisible()
  return bodyTo(secondFactor.addPasskey).response
}

test('the browser creates a passkey, and signs a log-in with it', async () => {
  const created = await create()
  expect(created?.response.attestationObject).toMatch(/^[\w-]{100,}$/)
  const id = created?.id ?? ''
  respond(sessions.login, { secondStep: { token: 'step', methods: ['passkey'], expiresAt: ago(-300) } })
  respond(secondSteps.passkeyOptions, {
    options: { challenge, rpId: location.hostname, allowCredentials: [{ type: 'public-key', id }] },
  })
  reject(secondSteps.complete, 'passkey-wrong')
  await cleanup()
  await openAsStranger('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('Brass-Lamp-77')
  await page.getByRole('button', { name: 'Login now' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This passkey could not be verified.')
  const { passkey } = bodyTo(secondSteps.complete)
  expect(passkey?.id).toBe(id)
  expect(passkey?.response.signature).toMatch(/^[\w-]{60,}$/)
})
