import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { type NewUser, type User, type UserChange, userFilter, users } from '@ats/contract/identity/users.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { call } from '#kernel/http/call.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange, useWriting } from '#kernel/http/use-change.ts'

export const userListFilter = userFilter.omit({ location: true }).extend(tableSize)
export type UserListFilter = z.output<typeof userListFilter>

type Scope = { location?: string }

export const userList = (filter: UserListFilter, scope: Scope) =>
  listQuery(users.list, { query: { ...filter, ...scope } })

export const userById = (id: string) => query(users.get, { params: { id } })

export const pendingRequests = query(accessRequests.list, {})

type Approval = Pick<NewUser, 'role' | 'location' | 'places'> & { id: string }
/**
 * `saved` is called before the image is sent: if the image is rejected, the next attempt uses the new
 * version.
 */
type Edit = { id: string; change: UserChange; image: Blob | null; saved: (user: User) => void }

export const useCreateUser = () =>
  useChange(users.register, (body: z.input<typeof users.register.body>) => ({ body })).mutateAsync

export const useUpdateUser = () => useWriting(users.update.writes, updateUser).mutateAsync

export const useDeleteUser = () => useChange(users.remove, (id: string) => ({ params: { id } })).mutateAsync

export const useRemovePersonalData = () =>
  useChange(users.removePersonalData, (id: string) => ({ params: { id } })).mutateAsync

export const useApproveRequest = () =>
  useChange(accessRequests.approve, ({ id, ...body }: Approval) => ({ params: { id }, body })).mutateAsync

export const useRejectRequest = () =>
  useChange(accessRequests.reject, (id: string) => ({ params: { id } })).mutateAsync

/** Repeating the same change does no harm, so it can be sent again together with a rejected image. */
async function updateUser({ id, change, image, saved }: Edit) {
  const user = await call(users.update, { params: { id }, body: change })
  saved(user)
  return image === null ? user : call(users.setPicture, { params: { id }, image })
}
