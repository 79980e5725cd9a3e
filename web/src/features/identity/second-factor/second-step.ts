import type { PasskeyResponse, secondSteps } from '@ats/contract/identity/second-factor.ts'
import type { SecondMethod, SecondStep } from '@ats/contract/identity/sessions.ts'
import { call, withoutSchemas } from '#kernel/http/call.ts'
import { beginSession } from '#kernel/session/session.ts'
import { m } from '#texts'

const complete = withoutSchemas<typeof secondSteps.complete>({
  method: 'POST',
  path: '/api/v1/login/second-step',
  permission: 'public',
  writes: [],
})
const passkeyOptions = withoutSchemas<typeof secondSteps.passkeyOptions>({
  method: 'POST',
  path: '/api/v1/login/second-step/passkey',
  permission: 'public',
  writes: [],
})

type Given = { code: string; remember: boolean }

/** A passkey needs no input; a code must not be empty. */
export const givenFor = (method: SecondMethod) => ({
  '~standard': {
    validate: (value: unknown) => {
      const { code, remember } = value as Given
      if (method !== 'passkey' && code.trim() === '')
        return { issues: [{ path: ['code'], message: m.second_step_code_needed() }] }
      return { value: { code: code.trim(), remember } }
    },
    types: undefined as { input: Given; output: Given } | undefined,
  },
})

async function askPasskey(token: string): Promise<PasskeyResponse> {
  const { options } = await call(passkeyOptions, { body: { token } })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return (await startAuthentication({ optionsJSON: options as never })) as PasskeyResponse
}

/** The router notices the new session and navigates. */
export async function completeStep({ token }: SecondStep, method: SecondMethod, { code, remember }: Given) {
  const proof = {
    totp: async () => ({ code }),
    recovery: async () => ({ recoveryCode: code }),
    passkey: async () => ({ passkey: await askPasskey(token) }),
  }
  const signedIn = await call(complete, { body: { token, remember, ...(await proof[method]()) } })
  beginSession(signedIn.token, signedIn.user)
}
