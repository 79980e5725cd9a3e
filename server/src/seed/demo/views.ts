import { cityNamed } from '#features/places/places.ts'
import { changeView, createView } from '#features/views/views.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Act, Stage } from './year.ts'

/** The administrator's two saved views: one is shared in a city, the other is emailed on Mondays. */
export function savedViews(stage: Stage): Act[] {
  const { db, config } = stage.services
  const share = (id: string) =>
    inTransaction(db, async (tx) => {
      const asha = stage.as('Asha Rao', id)
      const filter = { state: 'Not-Working', location: 'indore' }
      const { id: placeId } = await cityNamed(tx, asha, 'indore')
      const view = { name: 'Broken in Indore', list: 'assets', filter, placeId } as const
      await createView(tx, asha, config.timeZone, view)
    })
  const mail = (id: string) =>
    inTransaction(db, async (tx) => {
      const asha = stage.as('Asha Rao', id)
      const view = {
        name: 'Rentals of the next months',
        list: 'report-rentals',
        filter: {},
        placeId: null,
      } as const
      const saved = await createView(tx, asha, config.timeZone, view)
      const when = { every: 'week', weekday: 1, monthDay: 1, hour: 7, zone: 'Asia/Kolkata' } as const
      await changeView(tx, asha, config.timeZone, saved.id, { schedule: { ...when, format: 'xlsx' } })
    })
  return [
    { daysAgo: 6, minute: 65, run: share },
    { daysAgo: 6, minute: 80, run: mail },
  ]
}
