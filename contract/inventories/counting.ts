import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { pageQuery } from '../paging.ts'
import { says } from '../problems/fields.ts'

/** The most reads in one request; a device sends a longer sweep in parts, each with its own id. */
export const mostReads = 5000
/** The limit of a body: readers send up to six hundred bytes per read. */
const mostReadBytes = 3_000_000

/** The format of the reads in a request: plain, or the format of that make of reader. */
export const readFormats = ['plain', 'impinj', 'zebra-fx', 'zebra-rfd', 'speedway'] as const
export type ReadFormat = (typeof readFormats)[number]

export const plainRead = z.object({
  tag: z.string().describe('The tag as it was read; it is compared in upper case without spaces.'),
  at: z.iso.datetime({ offset: true }).describe('When, by the clock of the device.'),
  lastAt: z.iso.datetime({ offset: true }).optional().describe('When last, where it was read several times.'),
  rssi: z.number().min(-150).max(50).optional().describe('The strongest signal, in dBm.'),
  count: z.number().int().min(1).max(1_000_000).default(1),
})
export type PlainRead = z.input<typeof plainRead>

const device = {
  deviceId: id.describe('Made once on the device and kept there.'),
  device: z.string().trim().min(1).max(100).describe('A name for people, such as Chrome on Android.'),
}

export const sweep = z.object({
  sweepId: id.describe('Made by the device: sent again, the same sweep counts once.'),
  ...device,
  placeId: id.describe('The room, or another place of the inventory.'),
  sentAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Now, by the clock of the device: it is set right by it.'),
  unsent: z
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(0)
    .describe('Reads that the device has still to send after these.'),
  format: z.enum(readFormats).default('plain'),
  reads: z
    .array(z.unknown())
    .max(mostReads)
    .describe('By their format; for plain: tag, at, lastAt, rssi, count.'),
})
export type Sweep = z.input<typeof sweep>

export const undoneReads = z.object({
  ...device,
  placeId: id,
  tags: z.array(z.string()).min(1).max(mostReads),
})

/**
 * A blind inventory only ever says `counted`. `elsewhere` is an asset that is expected in another room, or
 * not in this inventory at all.
 */
export const readClasses = ['found', 'elsewhere', 'unknown', 'counted'] as const
export type ReadClass = (typeof readClasses)[number]

export const readAnswer = z.object({
  tag: z.string(),
  class: z.enum(readClasses),
  assetTagId: z.string().nullable(),
  assetName: z.string().nullable(),
  belongsTo: z
    .array(z.string())
    .nullable()
    .describe('The path of where it is expected, where that is within scope.'),
})
export type ReadAnswer = z.infer<typeof readAnswer>

export const roomToCount = z.object({
  _id: z.uuid(),
  names: z.array(z.string()).describe('The path below the place of the inventory; empty: the place itself.'),
  tags: z.number().int().describe('Different tags that were read there so far.'),
  countedAt: z.string().nullable().describe('When anybody read there last.'),
  left: z.number().int().nullable().describe('Expected and not found yet; null where it is counted blind.'),
})
export type RoomToCount = z.infer<typeof roomToCount>

export const inventoryToCount = z.object({
  _id: z.uuid(),
  inventoryId: z.string(),
  placeNames: z.array(z.string()),
  blind: z.boolean(),
  dueOn: z.string().nullable(),
  status: z.enum(['planned', 'starting', 'counting']),
  rooms: z.number().int().describe('Places that can be counted in it.'),
})
export type InventoryToCount = z.infer<typeof inventoryToCount>

export const personToCount = z.object({
  _id: z.uuid(),
  name: z.string(),
  role: z.string().describe('Tells people of one name apart.'),
})
export type PersonToCount = z.infer<typeof personToCount>

export const expectedAsset = z.object({
  tag: z.string(),
  assetTagId: z.string(),
  assetName: z.string(),
  placeId: z.uuid(),
})
export type ExpectedAsset = z.infer<typeof expectedAsset>

export const sighting = z.object({
  sightingId: id.describe('Made by the device: sent again, the same sighting counts once.'),
  ...device,
  placeId: id,
  at: z.iso.datetime({ offset: true }),
  label: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Its asset tag id or serial number, as far as it can be read.'),
  note: z.string().trim().max(500, says('text-too-long')).default('').describe('What it is.'),
  unsent: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe('Reads and photos that the device has still to send after this; absent: one less than before.'),
})
export type Sighting = z.input<typeof sighting>

const byId = z.object({ id })
const afterKey = { after: z.string().max(500).optional().describe('Go on behind this one.') }

export const counting = {
  toCount: endpoint({
    method: 'GET',
    path: '/api/v1/counting',
    permission: 'manage-asset',
    reads: [],
    summary: 'The inventories that the caller is to count, the soonest due first',
    reply: z.object({ inventories: z.array(inventoryToCount) }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/v1/counting/people',
    permission: 'manage-asset',
    reads: ['user'],
    summary: 'Who can be chosen to count a place: those who manage assets and see all of it, by name',
    query: z.object({
      placeId: id,
      search: pageQuery.shape.search.describe('Part of a name.'),
      size: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: z.object({ people: z.array(personToCount) }),
  }),
  rooms: endpoint({
    method: 'GET',
    path: '/api/v1/counting/:id/rooms',
    permission: 'manage-asset',
    reads: [],
    summary: 'The places that can be counted in an inventory, by path',
    params: byId,
    query: pageQuery.pick({ size: true, search: true }).extend(afterKey),
    reply: z.object({ rooms: z.array(roomToCount), next: z.string().nullable() }),
  }),
  expected: endpoint({
    method: 'GET',
    path: '/api/v1/counting/:id/expected',
    permission: 'manage-asset',
    reads: [],
    summary:
      'What is expected, for a device that will be without a network; refused where it is counted blind',
    params: byId,
    query: z.object({
      size: z.coerce.number().int().min(1).max(5000).default(1000),
      left: z.enum(['true', 'false']).default('false').describe('Only what nobody has found yet.'),
      ...afterKey,
    }),
    reply: z.object({ expected: z.array(expectedAsset), next: z.string().nullable() }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/reads',
    permission: 'manage-asset',
    writes: ['inventory'],
    summary: 'What a device read in one place; the same sweep sent again counts once',
    mostBytes: mostReadBytes,
    params: byId,
    body: sweep,
    reply: z.object({
      accepted: z.number().int().describe('Different tags of this sweep that count.'),
      late: z
        .number()
        .int()
        .describe(
          'Different tags that came after counting ended: a manager includes them or leaves them out.',
        ),
      refused: z.number().int().describe('Reads that are no tag, or from the future.'),
      answers: z.array(readAnswer),
    }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/reads/undo',
    permission: 'manage-asset',
    writes: ['inventory'],
    summary: 'Remove reads that this device made in a place by mistake, while counting is under way',
    params: byId,
    body: undoneReads,
    reply: z.object({
      undone: z.number().int().describe('Different tags; what others read there stays.'),
    }),
  }),
  see: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/sightings',
    permission: 'manage-asset',
    writes: ['inventory'],
    summary: 'Something seen without a tag, with a photo',
    params: byId,
    body: sighting,
    image: 'required',
    reply: z.object({
      answer: readAnswer,
      late: z.boolean().describe('It came after counting ended: a manager includes it or leaves it out.'),
    }),
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/v1/inventories/:id/sightings/:sightingId/image',
    permission: 'reports',
    reads: [],
    summary: 'The photo of something that was seen without a tag',
    params: z.object({ id, sightingId: id }),
    query: z.object({ size: z.enum(['thumbnail', 'full']).default('full') }),
    reply: 'file',
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/devices',
    permission: 'manage-asset',
    writes: ['inventory'],
    summary:
      'How many reads a device has still to send, and whether it holds the inventory to count without a network',
    params: byId,
    body: z.object({
      ...device,
      placeId: id.nullable(),
      unsent: z.number().int().min(0).max(100_000_000).describe('Reads and photos together.'),
      taken: z
        .boolean()
        .optional()
        .describe(
          'true: it keeps the inventory to count without a network; false: it is done with it; absent: as before.',
        ),
    }),
    reply: z.object({ status: z.string() }),
  }),
}
