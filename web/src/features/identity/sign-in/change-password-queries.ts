import { passwords } from '@ats/contract/identity/passwords.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { renewSession } from '#kernel/session/session.ts'

type Change = { oldPassword: string; newPassword: string }

/** Every session ends, this one too, and the answer brings the token of the one that takes its place. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Change) =>
      renewSession(async () => (await call(passwords.change, { body }, { renewsSession: true })).token),
    onSuccess: () => renew(client, passwords.change.writes),
  })
}
