import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done, pageQuery } from '../paging.ts'
import { permissions } from '../permissions.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'

export const role = z.object({
  id: z.uuid(),
  number: z.number().int().describe('Short and readable; no other role ever has it.'),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  everywhere: z.boolean(),
  secondFactorRequired: z.boolean().describe('People with this role have to set up a second factor.'),
  builtIn: z.boolean(),
  users: z.number().int().describe('How many users hold it.'),
  version,
  mayGrant: z.boolean().describe('The caller holds all it grants, so may give and edit it.'),
})
export type Role = z.infer<typeof role>

const roleName = neededText('role-name-required').max(100)
const granted = z.array(z.enum(permissions)).max(permissions.length)

export const newRole = z.object({
  roleName,
  permissions: granted.default([]),
  secondFactorRequired: z.boolean().default(false),
})
export type NewRole = z.infer<typeof newRole>

export const roleChange = z.object({
  roleName: roleName.optional(),
  permissions: granted.optional(),
  secondFactorRequired: z.boolean().optional(),
  version: editedVersion,
})
export type RoleChange = z.infer<typeof roleChange>

export const roleFilter = pageQuery.extend({ sort: z.enum(['name', 'users']).optional() })

const byId = z.object({ id })

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/roles',
    permission: 'user-management',
    reads: ['role'],
    summary: 'All roles',
    reply: z.object({ roles: z.array(role) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/roles',
    permission: 'user-management',
    writes: ['role'],
    summary: 'Add a role',
    status: 201,
    body: newRole,
    reply: z.object({ role, message: z.string() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/roles/:id',
    permission: 'user-management',
    writes: ['role'],
    summary: 'Rename a role or change what it grants',
    params: byId,
    body: roleChange,
    reply: role,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/roles/:id',
    permission: 'user-management',
    writes: ['role'],
    summary: 'Delete a role that nobody holds',
    params: byId,
    reply: done,
  }),
}
