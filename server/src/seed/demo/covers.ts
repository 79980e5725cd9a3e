import type { CoverKind } from '@ats/contract/covers.ts'
import { addAssets } from '#features/covers/assets.ts'
import { createCover, renewCover } from '#features/covers/covers.ts'
import { findOrCreateMaster } from '#features/masters/masters.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { vendors } from '../words.ts'
import { type Act, type Stage, someAssets } from './year.ts'

type Planned = {
  kind: CoverKind
  name: string
  city: string
  assets: number
  /** Days from today. */
  from: number
  to: number
  rupees: number
  note?: string
  renewedAs?: string
}

const plan: readonly Planned[] = [
  {
    ...{ kind: 'amc', name: 'AMC/2026/118', city: 'Indore', assets: 24, from: -342, to: 22, rupees: 86_400 },
    note: 'Four visits a year. Spare parts are included.',
  },
  { kind: 'warranty', name: 'ProSupport 7731', city: 'Mumbai', assets: 30, from: -300, to: 794, rupees: 0 },
  {
    ...{ kind: 'insurance', name: 'Fire policy 4501/26', city: 'Mumbai', assets: 120, from: -120, to: 244 },
    ...{ rupees: 212_350, note: 'Claims within 7 days, with photos.' },
  },
  {
    ...{
      kind: 'lease',
      name: 'Lease L-2024-09',
      city: 'Pune',
      assets: 18,
      from: -400,
      to: -36,
      rupees: 144_000,
    },
    renewedAs: 'Lease L-2025-09',
  },
]

/** Covers of the administrator: one ends soon, one has ended and is renewed. */
export function covers(stage: Stage): Act[] {
  return plan.map((planned, index) => ({
    daysAgo: 30 - index * 3,
    minute: 95 + index,
    run: (id) => cover(stage, planned, { index, requestId: id }),
  }))
}

async function cover(
  stage: Stage,
  planned: Planned,
  { index, requestId }: { index: number; requestId: string },
) {
  const { db, config, jobs } = stage.services
  const asha = stage.as('Asha Rao', requestId)
  const { kind, name, city, rupees, note = '', renewedAs } = planned
  const day = (days: number) => new Date(stage.today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const costing = { cost: rupees === 0 ? null : { amount: rupees * 100, currency: 'INR' } }
  const made = await inTransaction(db, async (tx) => {
    const vendorId = await findOrCreateMaster(tx, asha, 'vendor', vendors[index] ?? 'Other')
    const given = { kind, name, vendorId, startsOn: day(planned.from), endsOn: day(planned.to), note }
    return createCover(tx, asha, { ...given, ...costing, reminderDays: [30, 7] }, config.timeZone)
  })
  const ids = (await someAssets(stage, city, 40 + index, planned.assets)).map((asset) => asset.id)
  const fill = (id: Id) => addAssets({ db, jobs }, asha, id, { ids })
  await fill(made._id)
  if (renewedAs === undefined) return
  const next = { name: renewedAs, startsOn: day(planned.to + 1), endsOn: day(planned.to + 365), ...costing }
  const renewed = await inTransaction(db, (tx) => renewCover(tx, asha, made._id, next, config.timeZone))
  await fill(renewed._id)
}
