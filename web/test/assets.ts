import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { users } from '@ats/contract/identity/users.ts'
import { type Master, masters } from '@ats/contract/masters.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { places } from '@ats/contract/places.ts'
import { fillText, type Params } from '@ats/contract/problems/refusal.ts'
import { type MessageCode, messages } from '@ats/contract/problems.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { type StateChange, stateChanges } from '@ats/contract/state-changes.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { pageLocally } from '#kernel/http/page-of.ts'
import { respond } from './responses.ts'

const idOf = (group: string, at: number) =>
  `01900000-0000-7000-8000-${group}${String(at).padStart(12 - group.length, '0')}`

const cityIds = { indore: idOf('c', 1), pune: idOf('c', 2) }
const warehouseId = idOf('c', 3)

const nothing = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }

/** An asset in Indore with its own tag and name, and nothing else. */
export const assetNumbered = (at: number, given: Partial<Asset> = {}): Asset => ({
  _id: idOf('a', at),
  ...{ rfidTag: `E28011700000020F1234${String(at).padStart(4, '0')}`, epc: null, tagExpected: false },
  ...{ assetTagId: `A${1000 + at}`, assetName: `Chair ${at}`, assignedUser: null },
  ...{ location: 'indore', city: 'Indore', mm: null, property: null, aou: null, room: null },
  ...{ placeId: cityIds.indore, assetState: 'Working' },
  ...{ fields: {}, fieldTexts: {} },
  ...{ brand: null, model: null, serialNo: null, vendor: null, rentalStartDate: null, rentalPeriod: null },
  ...{ image: null, thumbnail: null, registeredAt: '2026-04-01T05:30:00Z', createdBy: 'Asha Verma' },
  version: 1,
  ...given,
})

export const inPune = { location: 'pune', city: 'Pune', placeId: cityIds.pune }
export const inWarehouse = {
  ...inPune,
  mm: 'MM North',
  property: 'Pune Warehouse',
  placeId: warehouseId,
}

/** The name with the tag ID, where the name alone would be ambiguous. */
export const titleOf = ({ assetName, assetTagId }: Asset) => `${assetName} ${assetTagId}`

export const warehouse = {
  _id: warehouseId,
  kind: 'property' as const,
  name: 'Pune Warehouse',
  path: 'Pune > MM North > Pune Warehouse',
  names: ['Pune', 'MM North', 'Pune Warehouse'],
  ids: [cityIds.pune, idOf('c', 4), warehouseId],
}

const masterCalled = (name: string, at: number): Master => ({
  ...{ id: idOf('b', at), number: at + 1, name, parentId: null, path: '', above: [] },
  ...{ createdBy: null, createdAt: '2026-01-01T00:00:00Z', version: 1, uses: 0, work: null },
})
const states = ['Working', 'Not-Working', 'UP'].map(masterCalled)

function respondToPlaces() {
  const cities = [
    { _id: cityIds.indore, name: 'Indore', location: 'indore' },
    { _id: cityIds.pune, name: 'Pune', location: 'pune' },
  ]
  respond(places.cities, { cities })
  respond(places.search, { places: [warehouse] })
  respond(users.list, { users: [], ...nothing })
  respond(masters.list, ({ address: { pathname } }) => ({
    records: pathname.endsWith('/asset-state') ? states : [],
    ...nothing,
  }))
}

const tagStateOf = ({ tagExpected }: Asset) => (tagExpected ? 'expected' : 'confirmed')

/** Mocks the list, the panels and the searches of these assets; a test may change the rows later. */
export function respondToAssets(rows: Asset[], binned: Asset[] = []) {
  respondToPlaces()
  respond(bulkJobs.list, { jobs: [] })
  respond(stateChanges.pending, { stateChanges: [] })
  respond(ownFields.list, { fields: [] })
  respond(assets.list, ({ address }) => {
    const given = Object.fromEntries(address.searchParams)
    const shown = rows.filter(
      (asset) =>
        (given.location ?? asset.location) === asset.location &&
        (given.placeId ?? asset.placeId) === asset.placeId &&
        (given.state ?? asset.assetState) === asset.assetState &&
        (given.tagState ?? tagStateOf(asset)) === tagStateOf(asset),
    )
    const { rows: page, ...rest } = pageLocally(shown, { ...given, size: Number(given.size) } as never, {
      search: ({ assetName, assetTagId }) => [assetName, assetTagId],
      sort: { assetName: ({ assetName }) => assetName },
    })
    return { assets: page, ...rest }
  })
  respond(assets.get, ({ address: { pathname } }) => {
    const asset = rows.find(({ _id }) => pathname.endsWith(_id))
    if (asset === undefined) throw new Error(`No asset at ${pathname}`)
    return asset
  })
  respond(assets.find, ({ address: { searchParams } }) => {
    const code = searchParams.get('code')?.toUpperCase()
    const holds = ({ _id, rfidTag, assetTagId, serialNo }: Asset) =>
      [_id.toUpperCase(), rfidTag, assetTagId, serialNo].some((one) => one === code)
    const found = (all: Asset[], deleted: boolean) => all.filter(holds).map((one) => ({ ...one, deleted }))
    return { assets: [...found(rows, false), ...found(binned, true)] }
  })
  respond(tagNumbers.list, { series: [] })
  respond(assetHistory.list, { events: [], more: false, tags: [], ownTexts: {} })
  respond(sightings.lastSeen, { lastSeen: null })
  respond(sightings.movements, { movements: [], ...nothing })
}

/** A request on the asset: Not-Working, because an armrest is broken. */
export const requestFor = (asset: Asset, at: number, given: Partial<StateChange> = {}): StateChange => ({
  ...{ _id: idOf('d', at), id: 100 + at, assetId: asset._id, rfidTagId: asset.rfidTag },
  ...{ assetTagId: asset.assetTagId, assetName: asset.assetName, place: asset.city },
  ...{ placeNames: [asset.city], assignedUser: null, currentState: 'Working', newState: 'Not-Working' },
  ...{ reason: 'The left armrest is broken', image: null, thumbnail: null, status: 'pending' as const },
  ...{ createdBy: 'Meera Iyer', createdAt: '2026-05-01T05:30:00Z', decidedBy: null, decidedAt: null },
  ...{ note: null, isMine: false, undoableUntil: null },
  ...given,
})

export function respondToRequests(rows: StateChange[]) {
  respond(stateChanges.list, ({ address }) => {
    const given = Object.fromEntries(address.searchParams)
    const shown = rows.filter(
      ({ status, isMine, undoableUntil, placeNames: [city] }) =>
        (given.status ?? status) === status &&
        (given.mine !== 'true' || isMine) &&
        (given.undoable !== 'true' || undoableUntil !== null) &&
        (given.location ?? city?.toLowerCase()) === city?.toLowerCase(),
    )
    const { rows: page, ...rest } = pageLocally(shown, { ...given, size: Number(given.size) } as never, {
      search: ({ assetName, assetTagId }) => [assetName, assetTagId],
    })
    return { stateChanges: page, ...rest }
  })
}

type Outcome = { of: { _id: string; assetTagId: string }; code: MessageCode; ok?: boolean; params?: Params }

/** The outcome for each record of one request. */
export function resultOf(...outcomes: Outcome[]): BulkResult {
  const results = outcomes.map(({ of: { _id, assetTagId }, code, ok = true, params = {} }) => ({
    ...{ _id, assetTagId, ok, code, params, message: fillText(messages[code].text, params) },
  }))
  const done = results.filter(({ ok }) => ok).length
  return { done, failed: results.length - done, results }
}
