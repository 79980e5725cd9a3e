import { type NewRole, type RoleChange, roles } from '@ats/contract/identity/roles.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const roleList = queryOptions({
  queryKey: ['roles'],
  meta: { live: ['role'] },
  queryFn: async ({ signal }) => (await call(roles.list, {}, { signal })).roles,
})

const touched = [['roles'], ['users'], ['me']]

/** Users are listed with their role's name, and one's own permissions come from a role. */
function useChangingRoles<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSettled: renew })
}

export const useAddRole = () => useChangingRoles((body: NewRole) => call(roles.create, { body }))

type Change = RoleChange & { id: string }
export const useChangeRole = () =>
  useChangingRoles(({ id, ...body }: Change) => call(roles.update, { params: { id }, body }))

export const useDeleteRole = () => useChangingRoles((id: string) => call(roles.remove, { params: { id } }))
