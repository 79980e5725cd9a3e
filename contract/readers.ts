import { z } from 'zod'
import { droppedLetters, managed } from './dead-letters.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done, location, pageQuery, pageReply } from './paging.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

/** The message formats of readers; `mapped` is for devices without an adapter. */
export const readerAdapters = ['impinj', 'zebra-fx', 'zebra-rfd', 'speedway', 'mapped'] as const
export type ReaderAdapter = (typeof readerAdapters)[number]

const path = z
  .string()
  .trim()
  .regex(/^[\w$@:-]+(\.[\w$@:-]+)*$/, says('reader-path-malformed'))
  .max(200, says('text-too-long'))

/** Paths to the values in a message, as names joined by dots: `data.tag.epc`. */
export const readerMapping = z.object({
  list: path.optional().describe('The array of reads; absent: the message is one read, or an array of them.'),
  tag: path,
  antenna: path.optional(),
  rssi: path.optional(),
  time: path.optional().describe('Absent: the moment at which the message came in.'),
})
export type ReaderMapping = z.infer<typeof readerMapping>

export const readPointKinds = ['portal', 'room'] as const
export type ReadPointKind = (typeof readPointKinds)[number]

/** The defaults: how often a tag must be read before it counts, and after how long a silence it is gone. */
type Smoothing = { minReads: number; windowSeconds: number; goneSeconds: number }
export const standardSmoothing: Record<ReadPointKind, Smoothing> = {
  portal: { minReads: 2, windowSeconds: 2, goneSeconds: 10 },
  room: { minReads: 3, windowSeconds: 30, goneSeconds: 1200 },
}

export const mostAntennas = 64

const given = (least: number, most: number) => z.number().int().min(least).max(most)

export const newReadPoint = z.object({
  antenna: given(0, mostAntennas).describe('0: every antenna that has no read point of its own.'),
  placeId: id.describe('A room within the place of the reader.'),
  kind: z.enum(readPointKinds),
  minRssi: z
    .number()
    .min(-120)
    .max(0)
    .nullable()
    .default(null)
    .describe('In dBm; weaker reads do not count.'),
  minReads: given(1, 100).optional(),
  windowSeconds: given(1, 3600).optional(),
  goneSeconds: given(1, 86_400).optional(),
})
export type NewReadPoint = z.input<typeof newReadPoint>

export const readPoint = z.object({
  _id: z.uuid(),
  antenna: z.number().int(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()),
  kind: z.enum(readPointKinds),
  minRssi: z.number().nullable(),
  minReads: z.number().int(),
  windowSeconds: z.number().int(),
  goneSeconds: z.number().int(),
})
export type ReadPoint = z.infer<typeof readPoint>

/** `waiting`: no message yet; `silent`: no message for longer than the reader's limit. */
export const readerStatuses = ['active', 'waiting', 'silent', 'lost', 'revoked'] as const
export type ReaderStatus = (typeof readerStatuses)[number]

export const readerHealth = z.object({
  connection: z.enum(['connected', 'lost']).nullable().describe('By MQTT; null where it never connected so.'),
  connectionAt: z.string().nullable(),
  lastMessageAt: z.string().nullable(),
  lastReadAt: z.string().nullable(),
  reads: z.number().int().describe('All that were kept of it.'),
  readsLastMinute: z.number().int(),
  unreadable: z.number().int().describe('Parts of messages that could not be understood.'),
  overflows: z.number().int().describe('How often it said that it threw reads away.'),
  overflowAt: z.string().nullable(),
  clockAheadSeconds: z.number().int().nullable(),
  silentSince: z.string().nullable(),
  deadLetters: z.number().int().describe('Messages of it that wait for somebody; at most 1,001 are counted.'),
  droppedLetters,
})
export type ReaderHealth = z.infer<typeof readerHealth>

export const reader = z.object({
  _id: z.uuid(),
  name: z.string(),
  adapter: z.enum(readerAdapters),
  mapping: readerMapping.nullable(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()),
  status: z.enum(readerStatuses),
  silentMinutes: z.number().int().nullable(),
  credentialMadeAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  health: readerHealth,
  readPoints: z.array(readPoint),
  version,
})
export type Reader = z.infer<typeof reader>

/** How a device reaches the gateway. */
export const readerAddresses = z.object({
  mqtt: z.string().nullable().describe('Null where this installation has no gateway.'),
  webhook: z.string().nullable(),
  topic: z.string().describe('Where it publishes its reads.'),
  willTopic: z.string().describe('Where its last will goes.'),
  username: z.string(),
})
export type ReaderAddresses = z.infer<typeof readerAddresses>

const withCredentials = z.object({
  reader,
  addresses: readerAddresses,
  password: z.string().describe('Shown this once; only its hash is kept.'),
})

const name = neededText('reader-name-required').max(100, says('text-too-long'))
const silentMinutes = given(1, 10_080).nullable()

const newReaderFields = z.object({
  name,
  adapter: z.enum(readerAdapters),
  mapping: readerMapping.nullable().default(null),
  placeId: id,
  silentMinutes: silentMinutes.default(30),
})
const mappingFits = ({ adapter, mapping }: { adapter: ReaderAdapter; mapping: ReaderMapping | null }) =>
  (adapter === 'mapped') === (mapping !== null)
export const newReader = newReaderFields.refine(mappingFits, {
  path: ['mapping'],
  error: says('reader-mapping-required'),
})
export type NewReader = z.input<typeof newReader>

const changeable = newReaderFields.extend({ mapping: readerMapping.nullable(), silentMinutes })
export const readerChange = changeable.partial().extend({ version: editedVersion })
export type ReaderChange = z.input<typeof readerChange>

export const readPointList = z.object({
  readPoints: z
    .array(newReadPoint)
    .max(mostAntennas + 1)
    .refine(
      (points) => new Set(points.map(({ antenna }) => antenna)).size === points.length,
      says('antenna-twice'),
    ),
  version: editedVersion,
})

export const readerFilter = pageQuery.pick({ cursor: true, size: true, search: true }).extend({
  location: location.optional(),
  status: z.enum(readerStatuses).optional(),
})
export type ReaderFilter = z.infer<typeof readerFilter>

/** One tag as an antenna saw it. */
export const liveRead = z.object({
  tag: z.string(),
  readAt: z.string(),
  receivedAt: z.string(),
  readerId: z.uuid(),
  reader: z.string(),
  antenna: z.number().int(),
  rssi: z.number().nullable(),
  count: z.number().int(),
  placeNames: z.array(z.string()).nullable().describe('Where the antenna looks; null where nobody said.'),
  counts: z.boolean().describe('False: no read point, or too weak.'),
  asset: z
    .object({ _id: z.uuid(), assetTagId: z.string(), assetName: z.string() })
    .nullable()
    .describe('The asset that has the tag, within scope.'),
})
export type LiveRead = z.infer<typeof liveRead>

export const mostLiveReads = 200

const byId = z.object({ id })

export const readers = {
  list: endpoint({
    ...managed('GET', '/api/v1/readers'),
    reads: ['reader'],
    rows: 'readers',
    summary: 'Fixed readers within scope with their health, by name',
    query: readerFilter,
    reply: z.object({ readers: z.array(reader), ...pageReply }),
  }),
  add: endpoint({
    ...managed('POST', '/api/v1/readers'),
    writes: ['reader'],
    summary: 'Add a reader; its password is shown this once',
    status: 201,
    body: newReader,
    reply: withCredentials,
  }),
  get: endpoint({
    ...managed('GET', '/api/v1/readers/:id'),
    reads: ['reader', 'place'],
    summary: 'One reader, and what its device needs to be told',
    params: byId,
    reply: z.object({ reader, addresses: readerAddresses }),
  }),
  change: endpoint({
    ...managed('PATCH', '/api/v1/readers/:id'),
    writes: ['reader'],
    summary: 'Change a reader. In another place it loses the read points that lie outside of it',
    params: byId,
    body: readerChange,
    reply: reader,
  }),
  remove: endpoint({
    ...managed('DELETE', '/api/v1/readers/:id'),
    writes: ['reader'],
    summary: 'Remove a reader; it is cut off at once, what it read stays',
    params: byId,
    reply: done,
  }),
  rotate: endpoint({
    ...managed('POST', '/api/v1/readers/:id/credentials'),
    writes: ['reader'],
    summary: 'Give it a new password, shown this once; the old one stops working at once',
    params: byId,
    reply: withCredentials,
  }),
  revoke: endpoint({
    ...managed('DELETE', '/api/v1/readers/:id/credentials'),
    writes: ['reader'],
    summary: 'Take its password away; it is cut off at once',
    params: byId,
    reply: reader,
  }),
  setReadPoints: endpoint({
    ...managed('PUT', '/api/v1/readers/:id/read-points'),
    writes: ['reader'],
    summary: 'Say where its antennas look, all of them at once',
    params: byId,
    body: readPointList,
    reply: reader,
  }),
  reads: endpoint({
    ...managed('GET', '/api/v1/reads'),
    reads: ['reader', 'asset'],
    summary: `What was read in the last seconds, the latest first, at most ${mostLiveReads}; ask again to follow`,
    query: z.object({
      location: location.optional(),
      readerId: id.optional().describe('Of one reader: a test read.'),
      seconds: z.coerce.number().int().min(1).max(60).default(10),
    }),
    reply: z.object({ reads: z.array(liveRead), more: z.boolean() }),
  }),
}
