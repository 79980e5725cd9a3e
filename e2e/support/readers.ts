import type { Page } from '@playwright/test'
import type { Asset } from './assets.ts'
import { answerCalls, onePage } from './network.ts'

/** Reads come from devices, which the stories do not have, so requests for reads are mocked here. */

export const readersAddress = '/dashboard/default/readers'
export const liveAddress = '/dashboard/default/live'
export const elsewhereAddress = '/dashboard/default/seen-elsewhere'
export const deadLettersAddress = '/dashboard/default/dead-letters'

const idOf = (at: number) => `00000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const office = ['Indore', 'MM North', 'Indore Head Office', 'Ground Floor']
const store = [...office, 'Store']
const lobby = [...office, 'Reception']

const health = {
  connection: 'connected',
  connectionAt: ago(9000),
  lastMessageAt: ago(4),
  lastReadAt: ago(4),
  reads: 184_220,
  readsLastMinute: 212,
  unreadable: 0,
  overflows: 0,
  overflowAt: null,
  clockAheadSeconds: 1,
  silentSince: null,
  deadLetters: 0,
  droppedLetters: 0,
}
const point = { minRssi: null, minReads: 3, windowSeconds: 30, goneSeconds: 1200 }

const readPoints = [
  { _id: idOf(21), antenna: 1, placeId: idOf(31), placeNames: lobby, ...point, kind: 'portal', minRssi: -62 },
  { _id: idOf(22), antenna: 2, placeId: idOf(32), placeNames: store, ...point, kind: 'room' },
]

const reader = (at: number, name: string, status: string, more: object = {}) => ({
  _id: idOf(at),
  name,
  adapter: 'impinj',
  mapping: null,
  placeId: idOf(40),
  placeNames: office.slice(0, 3),
  status,
  silentMinutes: 30,
  credentialMadeAt: ago(90_000),
  createdAt: ago(900_000),
  createdBy: 'Asha Rao',
  health,
  readPoints,
  ...more,
})

const quiet = { ...health, lastMessageAt: ago(7200), lastReadAt: ago(7200), readsLastMinute: 0 }
export const readers = [
  reader(1, 'Entrance', 'active'),
  reader(2, 'Goods in', 'silent', { adapter: 'zebra-fx', health: { ...quiet, deadLetters: 3 } }),
  reader(3, 'Archive', 'waiting', {
    adapter: 'mapped',
    mapping: { tag: 'data.epc' },
    readPoints: [],
    health: { ...quiet, lastMessageAt: null, lastReadAt: null, reads: 0 },
  }),
  reader(4, 'Old gate', 'revoked', { adapter: 'speedway', health: quiet }),
]

const addresses = (id: string) => ({
  mqtt: 'mqtts://readers.example.com:8883',
  webhook: 'https://readers.example.com/reads',
  topic: `readers/${id}/reads`,
  willTopic: `readers/${id}/will`,
  username: `reader-${id.slice(-4)}`,
})

export async function answerReaders(screen: Page, listed: object[] = readers): Promise<void> {
  await answerCalls(screen, '**/api/v1/readers?*', {
    json: { ...onePage, readers: listed, total: listed.length },
  })
  for (const one of readers)
    await answerCalls(screen, `**/api/v1/readers/${one._id}`, {
      json: { reader: one, addresses: addresses(one._id) },
    })
}

type Read = { asset?: Asset; tag?: string; placeNames?: string[] | null; counts?: boolean; at?: number }

export const readOf = ({ asset, tag, placeNames = store, counts = true, at = 3 }: Read) => ({
  tag: tag ?? asset?.rfidTag ?? '',
  ...{ readAt: ago(at), receivedAt: ago(at), readerId: idOf(1), reader: 'Entrance' },
  ...{ antenna: 2, rssi: -51.5, count: 3, placeNames, counts },
  asset: asset ? { _id: asset._id, assetTagId: asset.assetTagId, assetName: asset.assetName } : null,
})

export const answerReads = (screen: Page, reads: object[]) =>
  answerCalls(screen, '**/api/v1/reads?*', { json: { reads, more: false } })

export const seenOf = (asset: Asset, more: object = {}) => ({
  ...{ _id: asset._id, assetTagId: asset.assetTagId, assetName: asset.assetName, tag: asset.rfidTag },
  ...{
    registeredPlaceId: idOf(50),
    registeredPlaceNames: lobby,
    seenPlaceId: idOf(51),
    seenPlaceNames: store,
  },
  ...{ since: ago(5400), seenAt: ago(40), leftProperty: false, ignored: null },
  ...more,
})

export const answerElsewhere = (screen: Page, seenElsewhere: object[]) =>
  answerCalls(screen, '**/api/v1/seen-elsewhere?*', {
    json: { ...onePage, seenElsewhere, total: seenElsewhere.length },
  })

export async function answerSightings(screen: Page, asset: Asset, elsewhere = true): Promise<void> {
  const where = { tag: asset.rfidTag, placeId: idOf(51), placeNames: store, reader: 'Entrance' }
  await answerCalls(screen, `**/api/v1/assets/${asset._id}/last-seen`, {
    json: { lastSeen: { ...where, since: ago(5400), seenAt: ago(40), rssi: -51, present: true, elsewhere } },
  })
  const movements = [
    { _id: idOf(61), ...where, fromPlaceNames: lobby, isFirst: false, at: ago(5400) },
    { _id: idOf(62), ...where, placeNames: lobby, fromPlaceNames: null, isFirst: true, at: ago(90_000) },
  ]
  await answerCalls(screen, `**/api/v1/assets/${asset._id}/movements?*`, {
    json: { ...onePage, movements, total: 2 },
  })
}

const deadLetters = (['unreadable', 'future', 'failed'] as const).map((reason, at) => ({
  _id: idOf(70 + at),
  ...{ readerId: idOf(2), reader: 'Goods in', reason },
  detail: reason === 'failed' ? 'deadlock detected' : null,
  expected: reason === 'unreadable' ? ['tag'] : [],
  payload: '{"type":"SIMPLE","timestamp":"2031-11-21T13:20:53.319-0600","data":{"idHex":"e2c2","antenna":1}}',
  ...{ receivedAt: ago(600 + at), deadAt: ago(300), replaying: false },
}))

export const answerDeadLetters = (screen: Page) =>
  answerCalls(screen, '**/api/v1/dead-letters?*', {
    json: { ...onePage, deadLetters, total: deadLetters.length },
  })
