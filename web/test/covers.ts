import { assets } from '@ats/contract/assets/assets.ts'
import { type Cover, type CoveredAsset, covers } from '@ats/contract/covers.ts'
import { masters } from '@ats/contract/masters.ts'
import { assetNumbered } from './assets.ts'
import { idOf, onePage } from './listed.ts'
import { respond } from './responses.ts'

export const coverNumbered = (at: number, given: Partial<Cover> = {}): Cover => ({
  ...{ _id: idOf(900 + at), kind: 'amc', name: `AMC/2026/${at}`, vendor: null },
  ...{ startsOn: '2026-01-01', endsOn: '2026-12-31', daysLeft: 44, state: 'running' },
  ...{ cost: { amount: 8_640_000, currency: 'INR' }, note: '', reminderDays: [30, 7], cancelReason: null },
  ...{ assets: 1, mayChange: true, previous: null, next: null },
  ...{ createdBy: 'Asha Verma', createdAt: '2026-01-02T05:30:00Z', version: 3 },
  ...given,
})

const covered = (at: number): CoveredAsset => {
  const { _id, assetTagId, assetName, rfidTag } = assetNumbered(at)
  return {
    ...{ _id, assetTagId, assetName, rfidTag, place: 'Indore' },
    ...{ deleted: false, addedAt: '2026-02-01T05:30:00Z' },
  }
}

/** Covers, the page of the first one with one asset, and assets to add. */
export function respondToCovers(listed: Cover[]) {
  respond(covers.list, { covers: listed, ...onePage(listed.length) })
  const [first = coverNumbered(1)] = listed
  respond(covers.get, first)
  respond(covers.assets, { assets: [covered(1)], ...onePage(1) })
  respond(assets.list, { assets: [assetNumbered(7)], ...onePage(1) })
  respond(masters.list, { records: [], ...onePage(0) })
}
