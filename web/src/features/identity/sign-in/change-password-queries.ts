import { passwords } from '@ats/contract/identity/passwords.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { renewSession } from '#kernel/session/session.ts'

type Change = { oldPassword: string; newPassword: string }

/**
 * A changed password ends every session, including this one; the response contains the token of the new
 * session.
 */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Change) =>
      renewSession(async () => (await call(passwords.change, { body }, { renewsSession: true })).token),
    onSuccess: () => renew(client, passwords.change.writes),
  })
}
