import { passwords } from '@ats/contract/identity/passwords.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { currentSession, rememberUser, renewSession } from '#kernel/session/session.ts'

type Change = { oldPassword: string; newPassword: string }

const changePassword = (body: Change) =>
  renewSession(async () => (await call(passwords.change, { body }, { renewsSession: true })).token)

/** Replaces a temporary password; after that the person may open every screen. */
export async function chooseFirstPassword(body: Change) {
  await changePassword(body)
  const session = currentSession()
  if (session !== null) rememberUser({ ...session.user, mustFirst: null })
}

/**
 * A changed password ends every session, including this one; the response contains the token of the new
 * session.
 */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: changePassword,
    onSuccess: () => renew(client, passwords.change.writes),
  })
}
