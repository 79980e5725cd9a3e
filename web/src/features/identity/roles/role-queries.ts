import { type NewRole, type RoleChange, roles } from '@ats/contract/identity/roles.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const roleList = query(roles.list, {}, { select: (reply) => reply.roles })

export const useAddRole = () => useChange(roles.create, (body: NewRole) => ({ body }))

type Change = RoleChange & { id: string }
export const useChangeRole = () =>
  useChange(roles.update, ({ id, ...body }: Change) => ({ params: { id }, body }))

export const useDeleteRole = () => useChange(roles.remove, (id: string) => ({ params: { id } }))
