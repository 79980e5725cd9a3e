import { passwords } from '@ats/contract/identity/passwords.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionList } from '#features/identity/sessions/sessions-queries.ts'
import { call } from '#kernel/call.ts'
import { replaceToken } from '#kernel/session.ts'

type Change = { oldPassword: string; newPassword: string }

/** Every session ends, this one too, and the answer brings the token of the one that takes its place. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Change) => replaceToken((await call(passwords.change, { body })).token),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionList.queryKey }),
  })
}
