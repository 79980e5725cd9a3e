import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { type NewUser, type User, type UserChange, userFilter, users } from '@ats/contract/identity/users.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

export const userListFilter = userFilter.omit({ location: true }).extend(tableSize)
export type UserListFilter = z.output<typeof userListFilter>

type Scope = { location?: string }

export const userList = (filter: UserListFilter, scope: Scope) =>
  queryOptions({
    queryKey: ['users', 'list', filter, scope],
    meta: { live: ['user', 'role'], rows: 'users' },
    queryFn: ({ signal }) => call(users.list, { query: { ...filter, ...scope } }, { signal }),
    select: pageOf('users'),
    placeholderData: keepPreviousData,
  })

export const userById = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    meta: { live: ['user', 'role'] },
    queryFn: ({ signal }) => call(users.get, { params: { id } }, { signal }),
  })

export const allRoles = queryOptions({
  queryKey: ['roles', 'all'],
  meta: { live: ['role'] },
  queryFn: async ({ signal }) => (await call(roles.list, {}, { signal })).roles,
})

export const pendingRequests = queryOptions({
  queryKey: ['access-requests'],
  meta: { live: ['access-request'] },
  queryFn: ({ signal }) => call(accessRequests.list, {}, { signal }),
})

const touched = [['users'], ['roles'], ['access-requests'], ['dashboard'], ['me']]

/** Every change of a user can show in the lists, the counts, the roles' holders and the person's own name. */
function useUserChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSettled: renew }).mutateAsync
}

type Approval = Pick<NewUser, 'role' | 'location' | 'places'> & { id: string }
/** `saved` learns of the person before the picture is sent: a picture that is refused comes again with the new version. */
type Edit = { id: string; change: UserChange; image: Blob | null; saved: (user: User) => void }

export const useCreateUser = () =>
  useUserChange((body: z.input<typeof users.register.body>) => call(users.register, { body }))

export const useUpdateUser = () => useUserChange(updateUser)

export const useDeleteUser = () => useUserChange((id: string) => call(users.remove, { params: { id } }))

export const useApproveRequest = () =>
  useUserChange(({ id, ...body }: Approval) => call(accessRequests.approve, { params: { id }, body }))

export const useRejectRequest = () =>
  useUserChange((id: string) => call(accessRequests.reject, { params: { id } }))

/** Sending the same change again does no harm, so a picture that is refused can be sent once more with it. */
async function updateUser({ id, change, image, saved }: Edit) {
  const user = await call(users.update, { params: { id }, body: change })
  saved(user)
  return image === null ? user : call(users.setPicture, { params: { id }, image })
}
