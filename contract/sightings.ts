import { z } from 'zod'
import { bulkResult } from './bulk.ts'
import { mostAtOnce } from './bulk-jobs.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location, pageQuery, pageReply } from './paging.ts'
import { assetReaders } from './permissions.ts'
import { says } from './problems/fields.ts'

/** Where readers saw a tag. A place outside the caller's scope has no id and no names. */
const sighting = {
  tag: z.string(),
  placeId: z.uuid().nullable(),
  placeNames: z.array(z.string()).nullable(),
  reader: z.string().nullable(),
}

export const lastSeen = z.object({
  ...sighting,
  since: z.string().describe('Since when it is in that place.'),
  seenAt: z.string().describe('When it was read there last.'),
  rssi: z.number().nullable(),
  present: z.boolean().describe('False: it has not been read for so long that it may have gone.'),
  elsewhere: z.boolean().describe('That is not where it is registered.'),
})
export type LastSeen = z.infer<typeof lastSeen>

export const movement = z.object({
  _id: z.uuid(),
  ...sighting,
  fromPlaceNames: z.array(z.string()).nullable().describe('Null where it was first seen, too.'),
  isFirst: z.boolean(),
  at: z.string(),
})
export type Movement = z.infer<typeof movement>

export const seenElsewhere = z.object({
  _id: z.uuid().describe('Of the asset.'),
  assetTagId: z.string(),
  assetName: z.string(),
  tag: z.string(),
  registeredPlaceId: z.uuid(),
  registeredPlaceNames: z.array(z.string()),
  seenPlaceId: z
    .uuid()
    .nullable()
    .describe('Null where that is out of scope; then it cannot be moved there.'),
  seenPlaceNames: z.array(z.string()).nullable(),
  since: z.string(),
  seenAt: z.string().nullable(),
  leftProperty: z.boolean(),
  ignored: z.string().nullable(),
})
export type SeenElsewhere = z.infer<typeof seenElsewhere>

export const elsewhereFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  location: location.optional(),
  ignored: z.enum(['true', 'false']).default('false').describe('Those that are left alone instead.'),
})
export type ElsewhereFilter = z.infer<typeof elsewhereFilter>

const byId = z.object({ id })
const ids = z.array(id).min(1).max(mostAtOnce)
const reason = z.string().trim().min(1, says('reason-required')).max(500, says('text-too-long'))

export const sightings = {
  lastSeen: endpoint({
    method: 'GET',
    path: '/api/v1/assets/:id/last-seen',
    permission: assetReaders,
    reads: ['asset'],
    summary: 'Where readers saw an asset last; null where none did',
    params: byId,
    reply: z.object({ lastSeen: lastSeen.nullable() }),
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/v1/assets/:id/movements',
    permission: assetReaders,
    reads: ['asset'],
    summary: 'From where to where readers saw an asset go, the latest first',
    params: byId,
    query: pageQuery.pick({ cursor: true, size: true }),
    reply: z.object({ movements: z.array(movement), ...pageReply }),
  }),
  elsewhere: endpoint({
    method: 'GET',
    path: '/api/v1/seen-elsewhere',
    permission: 'manage-asset',
    reads: ['asset'],
    rows: 'seenElsewhere',
    summary: 'Assets that readers see elsewhere than they are registered, the latest first',
    query: elsewhereFilter,
    reply: z.object({ seenElsewhere: z.array(seenElsewhere), ...pageReply }),
  }),
  moveHere: endpoint({
    method: 'POST',
    path: '/api/v1/seen-elsewhere/move',
    permission: 'manage-asset',
    writes: ['asset'],
    summary: 'Register assets where they were seen',
    body: z.object({ ids }),
    reply: bulkResult,
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/api/v1/seen-elsewhere/ignore',
    permission: 'manage-asset',
    writes: ['asset'],
    summary:
      'Leave assets alone until they are seen in yet another place, with a reason; null takes them up again',
    body: z.object({ ids, reason: reason.nullable() }),
    reply: bulkResult,
  }),
}
