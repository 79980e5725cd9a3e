import { assetsForDevice } from '#features/tagging/assets-to-tag.ts'
import { startDrive } from '#features/tagging/drives.ts'
import { takeEntries } from '#features/tagging/entries.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { tagOf } from '../rows.ts'
import { propertyOf } from './inventories.ts'
import { type Act, counters, leads, type Stage } from './year.ts'

const city = 'Indore'

/** Of two assets that have lost their tags one is tagged again, and one cannot be reached. */
export function taggingDrive(stage: Stage): Act[] {
  const { as, services } = stage
  const { db } = services
  const made = { id: '' }
  const start = async (requestId: string) => {
    const placeId = await propertyOf(stage, city, 'Head Office')
    const wish = { name: 'Lost tags', placeId, people: [], sample: 'nth' as const, sampleSize: 2 }
    made.id = await inTransaction(
      db,
      async (tx) => (await startDrive(tx, as(leads[city] ?? '', requestId), wish))._id,
    )
  }
  const work = async (requestId: string) => {
    const counter = as(counters[city] ?? '', requestId)
    const { assets } = await assetsForDevice(db, counter, made.id, { size: 5000 })
    const left = assets.filter((asset) => asset.left === 'untagged').slice(0, 2)
    const entries = left.map(({ assetId, placeId }, index) => {
      const entry = { id: assetId, placeId, at: new Date().toISOString(), assetId }
      const tag = tagOf(900_000 + index)
      return index === 1
        ? {
            ...entry,
            kind: 'excepted' as const,
            reason: 'out-of-reach' as const,
            note: 'Above the false ceiling',
          }
        : { ...entry, kind: 'tagged' as const, tag, readBack: tag, retag: false }
    })
    if (entries.length > 0) await takeEntries(db, counter, made.id, { device: 'Handheld 2', entries })
  }
  return [
    { daysAgo: 3, minute: 70, run: start },
    { daysAgo: 2, minute: 90, run: work },
  ]
}
