import { z } from 'zod'
import { bulkJob, writtenByJobs } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done, location, pageOrAllQuery, pageReply } from '../paging.ts'
import { place } from '../places.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'
import { password } from './passwords.ts'

export const user = z.object({
  _id: z.uuid(),
  number: z.number().int().describe('Short and readable; no other user ever has it.'),
  name: z.string(),
  lastname: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  role: z.string().describe("The role's lower-cased name."),
  roleName: z.string(),
  location: z.string().nullable().describe("The home city's lower-cased name."),
  locationName: z.string().nullable(),
  places: z.array(place).describe('What the person may see; none: their home city.'),
  status: z.enum(['active', 'disabled']),
  picture: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  lastSignInAt: z.string().nullable(),
  version,
})
export type User = z.infer<typeof user>

/** Only in responses about one's own account. */
export const withNewEmail = {
  newEmail: z.string().nullable().describe('Counts once the link that was mailed to it is opened.'),
}

export const listedUser = user.extend({
  mayChange: z.boolean().describe('The user may do and see no more than the caller, who may change them.'),
})
export type ListedUser = z.infer<typeof listedUser>

export const shownUser = listedUser.extend({
  failedSignIns: z
    .object({
      tries: z.number().int(),
      firstAt: z.string(),
      lastAt: z.string(),
      address: z.string().describe('Of the last try.'),
    })
    .nullable()
    .describe('Wrong passwords and codes since the user last signed in; null without any.'),
  secondFactor: z.boolean().describe('The user has set up a second factor.'),
})
export type ShownUser = z.infer<typeof shownUser>

const name = neededText('name-required').max(200)
const email = neededText('email-required')
  .max(320)
  .pipe(z.email(says('email-malformed')))
const role = neededText('role-required').toLowerCase().max(100)
const city = neededText('location-required').toLowerCase().max(200)

export const newUser = z.object({
  name,
  lastname: z.string().trim().max(200).default(''),
  email,
  password: password.min(1, says('password-required')),
  role,
  location: city,
  places: z.array(id).max(1000).default([]),
})
export type NewUser = z.infer<typeof newUser>

export const userChange = z
  .object({
    name,
    lastname: z.string().trim().max(200),
    email,
    jobTitle: z.string().trim().max(200),
    password,
    role,
    location: city,
    places: z.array(id).max(1000),
    status: z.enum(['active', 'disabled']),
    version: editedVersion,
  })
  .partial()
export type UserChange = z.infer<typeof userChange>

export const profileChange = z.object({
  name: name.optional(),
  lastname: z.string().trim().max(200).optional(),
  jobTitle: z.string().trim().max(200).optional(),
  email: email.optional(),
  currentPassword: z.string().max(1000).optional().describe('Needed to change the email.'),
  version: editedVersion,
})

export const userSort = z.enum(['name', 'email', 'role', 'location', 'status', 'lastSignInAt', 'createdAt'])
export const userFilter = pageOrAllQuery.extend({
  sort: userSort.default('name'),
  location: location.optional(),
  status: z.enum(['active', 'disabled']).optional(),
})
export type UserFilter = z.infer<typeof userFilter>

const byId = z.object({ id })

export const users = {
  register: endpoint({
    method: 'POST',
    path: '/api/v1/register',
    permission: 'user-management',
    writes: ['user', 'role', 'access-request'],
    summary: 'Create a user',
    status: 201,
    body: newUser,
    reply: z.object({ user, message: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/users',
    permission: 'user-management',
    reads: ['user', 'role'],
    rows: 'users',
    summary: 'The users within scope: a page of them, or all where neither size nor cursor is given',
    query: userFilter,
    reply: z.object({ users: z.array(listedUser), ...pageReply }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/admin/user/:id',
    permission: 'user-management',
    reads: ['user', 'role'],
    summary: 'One user',
    params: byId,
    reply: shownUser,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/admin/user/:id',
    permission: 'user-management',
    writes: ['user', 'role'],
    summary: 'Change a user',
    params: byId,
    body: userChange,
    reply: user,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/user/:id',
    permission: 'user-management',
    writes: ['user', 'role'],
    summary: 'Delete a user and end their sessions',
    params: byId,
    reply: done,
  }),
  removePersonalData: endpoint({
    method: 'POST',
    path: '/api/v1/admin/user/:id/remove-personal-data',
    permission: 'user-management',
    writes: ['role', 'access-request', 'bulk-job', ...writtenByJobs],
    summary: 'Delete a user, and replace their names and addresses everywhere, by a job; cannot be undone',
    status: 202,
    params: byId,
    reply: z.object({ job: bulkJob, message: z.string() }),
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/user/:id/picture',
    permission: 'user-management',
    writes: ['user', 'role'],
    summary: "Set a user's picture",
    params: byId,
    image: 'required',
    reply: user,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/picture',
    permission: 'signed-in',
    reads: [],
    summary: "A user's picture: one's own, or of a user within scope",
    params: byId,
    reply: 'file',
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/v1/me',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Change one's own profile",
    body: profileChange,
    reply: user.extend(withNewEmail),
  }),
  setMyPicture: endpoint({
    method: 'PUT',
    path: '/api/v1/me/picture',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Set one's own picture",
    image: 'required',
    reply: user,
  }),
  removeMyPicture: endpoint({
    method: 'DELETE',
    path: '/api/v1/me/picture',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Remove one's own picture",
    reply: user,
  }),
}
