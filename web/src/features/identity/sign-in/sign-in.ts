import type { Reply } from '@ats/contract/endpoint.ts'
import type { SecondStep, sessions } from '@ats/contract/identity/sessions.ts'
import { useEffect, useState } from 'react'
import { call, withoutSchemas } from '#kernel/http/call.ts'
import { beginSession } from '#kernel/session/session.ts'
import { m } from '#texts'

const login = withoutSchemas<typeof sessions.login>({
  method: 'POST',
  path: '/api/v1/login',
  permission: 'public',
  writes: [],
})
const settings = withoutSchemas<typeof sessions.settings>({
  method: 'GET',
  path: '/api/v1/settings',
  permission: 'public',
  reads: [],
})

type Credentials = { email: string; password: string }
export type Settings = Reply<typeof sessions.settings>

/** Both must be filled in; the server checks them. */
export const credentials = {
  '~standard': {
    validate: (value: unknown) => {
      const { email, password } = value as Credentials
      const missing = { email: email.trim() === '', password: password === '' }
      const issues = (['email', 'password'] as const)
        .filter((name) => missing[name])
        .map((name) => ({ path: [name], message: m.login_invalid() }))
      return issues.length > 0 ? { issues } : { value: { email: email.trim(), password } }
    },
    types: undefined as { input: Credentials; output: Credentials } | undefined,
  },
}

/** The router notices the new session and navigates; the second step, if there is one, begins the session. */
export async function logIn(body: Credentials): Promise<SecondStep | undefined> {
  const reply = await call(login, { body })
  if ('secondStep' in reply) return reply.secondStep
  beginSession(reply.token, reply.user)
  return undefined
}

let asked: Promise<Settings | undefined> | undefined

/**
 * Settings of this installation for the sign-in pages; undefined until they are loaded, or if loading failed.
 */
export function useSettings(): Settings | undefined {
  const [known, setKnown] = useState<Settings>()
  useEffect(() => {
    let gone = false
    asked ??= call(settings, {}).catch(() => {
      asked = undefined
      return undefined
    })
    void asked.then((answer) => gone || setKnown(answer))
    return () => {
      gone = true
    }
  }, [])
  return known
}
