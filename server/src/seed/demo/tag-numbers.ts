import { reserveBlock, voidNumber } from '#features/tag-series/numbers.ts'
import { createTagSeries } from '#features/tag-series/series.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Act, Stage } from './year.ts'

/** A private series, because an example with a GS1 prefix would be that of a company. */
const series = {
  ...{ name: 'Furniture labels', scheme: 'private' as const, companyPrefix: null, itemReference: null },
  ...{ filter: 0, firstSerial: '1', lastSerial: null },
}

/** Two rolls of labels were printed, and one label was torn. */
export function tagNumbers({ services: { db }, as }: Stage): Act[] {
  const made = { id: '' }
  const reserve = (count: number) => (requestId: string) =>
    inTransaction(db, (tx) => reserveBlock(tx, as('Asha Rao', requestId), made.id, count))
  const create = (requestId: string) =>
    inTransaction(db, async (tx) => {
      made.id = (await createTagSeries(tx, as('Asha Rao', requestId), series)).id
    })
  const spoil = (requestId: string) =>
    inTransaction(db, (tx) =>
      voidNumber(tx, as('Asha Rao', requestId), made.id, { serial: '118', reason: 'Torn in the printer' }),
    )
  return [
    { daysAgo: 24, minute: 60, run: create },
    { daysAgo: 24, minute: 65, run: reserve(500) },
    { daysAgo: 20, minute: 140, run: spoil },
    { daysAgo: 6, minute: 75, run: reserve(250) },
  ]
}
