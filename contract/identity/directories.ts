import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { place } from '../places.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'
import { ldapSettings, oidcSettings } from './directory-settings.ts'

/** What a group of the directory gives its members. */
export const groupMapping = z.object({
  _id: z.uuid(),
  group: z.string(),
  rank: z.number().int(),
  role: z.string().describe("The role's lower-cased name."),
  roleName: z.string(),
  location: z.string().describe("The home city's lower-cased name."),
  locationName: z.string(),
  places: z.array(place).describe('What members may see; none: the home city.'),
  everywhere: z.boolean().describe('The role sees every place, so the mapping must be confirmed.'),
  active: z.boolean().describe('False while a confirmation is missing: the mapping then gives nothing.'),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
})
export type GroupMapping = z.infer<typeof groupMapping>

const shared = {
  _id: z.uuid(),
  name: z.string(),
  enabled: z.boolean(),
  hasSecret: z.boolean().describe('The secret itself is never returned.'),
  people: z.number().int().describe('How many accounts are connected to it.'),
  callback: z.string().describe('The redirect address to register at an OIDC provider.'),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  mappings: z.array(groupMapping),
  version,
}

export const directory = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('oidc'), settings: oidcSettings }),
  z.object({ ...shared, kind: z.literal('ldap'), settings: ldapSettings }),
])
export type Directory = z.infer<typeof directory>

const name = neededText('directory-name-required').max(100, says('text-too-long'))
const secret = z.string().max(1000, says('text-too-long')).nullable()
const given = {
  name,
  enabled: z.boolean().default(false),
  secret: secret
    .default(null)
    .describe('The secret of the client at an OIDC provider, or the password of the LDAP account.'),
}

export const newDirectory = z.discriminatedUnion('kind', [
  z.object({ ...given, kind: z.literal('oidc'), settings: oidcSettings }),
  z.object({ ...given, kind: z.literal('ldap'), settings: ldapSettings }),
])
export type NewDirectory = z.infer<typeof newDirectory>

const changeable = {
  name: name.optional(),
  enabled: z.boolean().optional(),
  secret: secret.optional().describe('Absent: stays; null: removed.'),
  version: editedVersion,
}
export const directoryChange = z.discriminatedUnion('kind', [
  z.object({ ...changeable, kind: z.literal('oidc'), settings: oidcSettings.optional() }),
  z.object({ ...changeable, kind: z.literal('ldap'), settings: ldapSettings.optional() }),
])
export type DirectoryChange = z.infer<typeof directoryChange>

export const newMapping = z.object({
  group: neededText('group-required').max(500, says('text-too-long')),
  rank: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Of a person in several groups, the mapping with the lowest rank gives the role.'),
  role: neededText('role-required').toLowerCase().max(100),
  location: neededText('location-required').toLowerCase().max(200),
  places: z.array(id).max(1000).default([]),
})
export type NewMapping = z.infer<typeof newMapping>

const byId = z.object({ id })
const byMapping = z.object({ id, mappingId: id })
const administered = { permission: 'user-management' } as const
const password = z.string(says('password-required')).min(1, says('password-required')).max(1000)

export const directories = {
  list: endpoint({
    ...administered,
    method: 'GET',
    path: '/api/v1/directories',
    reads: ['directory', 'user', 'role', 'place'],
    summary: 'Directories that people can log in with; only for people who see every place',
    reply: z.object({ directories: z.array(directory) }),
  }),
  add: endpoint({
    ...administered,
    method: 'POST',
    path: '/api/v1/directories',
    writes: ['directory'],
    summary: 'Add a directory',
    status: 201,
    body: newDirectory,
    reply: directory,
  }),
  change: endpoint({
    ...administered,
    method: 'PATCH',
    path: '/api/v1/directories/:id',
    writes: ['directory'],
    summary: 'Change a directory; its kind stays',
    params: byId,
    body: directoryChange,
    reply: directory,
  }),
  remove: endpoint({
    ...administered,
    method: 'DELETE',
    path: '/api/v1/directories/:id',
    writes: ['directory', 'user'],
    summary: 'Remove a directory; accounts stay, but nobody logs in with it any more',
    params: byId,
    reply: done,
  }),
  test: endpoint({
    ...administered,
    method: 'POST',
    path: '/api/v1/directories/:id/test',
    writes: [],
    summary: 'Connect to the directory with the stored settings; an error says what is wrong',
    params: byId,
    reply: done,
  }),
  addMapping: endpoint({
    ...administered,
    method: 'POST',
    path: '/api/v1/directories/:id/mappings',
    writes: ['directory'],
    summary: 'Give the members of a group a role and places',
    status: 201,
    params: byId,
    body: newMapping,
    reply: directory,
  }),
  changeMapping: endpoint({
    ...administered,
    method: 'PUT',
    path: '/api/v1/directories/:id/mappings/:mappingId',
    writes: ['directory'],
    summary: 'Change what a group gives; a confirmation ends',
    params: byMapping,
    body: newMapping,
    reply: directory,
  }),
  removeMapping: endpoint({
    ...administered,
    method: 'DELETE',
    path: '/api/v1/directories/:id/mappings/:mappingId',
    writes: ['directory'],
    summary: 'Remove what a group gives; its members keep it until they next log in',
    params: byMapping,
    reply: directory,
  }),
  confirmMapping: endpoint({
    ...administered,
    method: 'POST',
    path: '/api/v1/directories/:id/mappings/:mappingId/confirm',
    writes: ['directory'],
    summary: 'Confirm with a password that a group gives a role which sees every place',
    params: byMapping,
    body: z.object({ password }),
    reply: directory,
  }),
}
