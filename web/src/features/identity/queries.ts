import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { emailChanges } from '@ats/contract/identity/email-changes.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'
import { endSession, rememberUser } from '#kernel/session/session.ts'

export const me = query(
  sessions.me,
  {},
  {
    fetch: async (signal) => {
      const person = await call(sessions.me, {}, { signal })
      rememberUser(person)
      return person
    },
  },
)

type Credentials = { email: string; password: string }

/** Ends the session at the provider, if the directory says so; the provider leads back to the login page. */
function leaveDirectory({ address }: { address: string | null }) {
  if (address !== null) window.location.assign(address)
}

/**
 * Ends the session here immediately. The server is notified; if it is unreachable, the session expires there.
 */
export function logOut() {
  void call(sessions.logout, {}).then(leaveDirectory, () => undefined)
  endSession('logout')
}

export const askForAccount = (body: Credentials & { name: string; location: string }) =>
  call(accessRequests.create, { body })
export const askForResetLink = (body: { email: string }) => call(passwords.forgot, { body })
export const setPasswordByLink = (body: { token: string; password: string }) =>
  call(passwords.reset, { body })
export const confirmEmailByLink = (body: { token: string }) => call(emailChanges.complete, { body })
