import { type Kysely, sql } from 'kysely'
import { noteEndingCovers } from '#features/notifications/ending-covers.ts'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { noteEndingRentals } from '#features/notifications/rentals.ts'
import { decideStateChanges } from '#features/state-changes/state-changes.ts'
import { inTransaction, openDatabase } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Services } from '#kernel/services.ts'
import { ageCertificates, certifyLast } from './certificates.ts'
import { storyClock, workingTime } from './clock.ts'
import { covers } from './covers.ts'
import { drawer } from './drawings.ts'
import { purchaseFields } from './fields.ts'
import { floorPlans } from './floors.ts'
import { ageInventories, inventories, propertyOf } from './inventories.ts'
import { papers } from './papers.ts'
import { actors, addLimitedPeople } from './people.ts'
import { verificationYear } from './programme.ts'
import { questions } from './questions.ts'
import { readers } from './readers.ts'
import { readsOfADay } from './reads-of-a-day.ts'
import { ask, complaintAbout, merges, repairs } from './requests.ts'
import { furnishProperties } from './rooms.ts'
import { stockRow } from './stock.ts'
import { tagNumbers } from './tag-numbers.ts'
import { taggingDrive } from './tagging.ts'
import { savedViews } from './views.ts'
import { type Act, csvOf, importFile, registrations, type Stage, someAssets, upkeep } from './year.ts'

/** What is waiting this morning; the requests of Mumbai are in the property of its manager, who decides too. */
function thisWeek(stage: Stage): Act[] {
  const asking = [
    ['Farah Khan', 'Indore'],
    ['Joseph Mathew', 'Mumbai'],
    ['Lakshmi Menon', 'Bangalore'],
    ['Tara Joshi', 'Pune'],
  ] as const
  const waiting = Array.from({ length: 15 }, (_, index): Act[] => {
    const [name, city] = asking[index % asking.length] ?? asking[0]
    const made: { ids: string[] } = { ids: [] }
    const request = async (id: string) => {
      const property = city === 'Mumbai' ? await propertyOf(stage, city, 'Head Office') : undefined
      for (const asset of await someAssets(stage, city, 900 + index * 13, 5, property)) {
        const pictures = await stage.draw(asset.name, index)
        const request = { newState: 'Not-Working', reason: complaintAbout(asset.name, index), pictures }
        made.ids = await ask(stage, stage.as(name, id), [asset.id], request)
        if (made.ids.length > 0) return
      }
    }
    const decide = async (id: string) => {
      const accepted = index % 2 === 0
      const note = accepted ? '' : 'It was repaired last week. Please look again.'
      const decision = accepted ? ('accept' as const) : ('deny' as const)
      await decideStateChanges(stage.services.db, stage.as('Asha Rao', id), { ids: made.ids, decision, note })
    }
    const asked: Act = { daysAgo: 4 - (index % 4), minute: 30 + index * 21, run: request }
    return index < 12
      ? [asked]
      : [
          { ...asked, daysAgo: 4 },
          { daysAgo: 1, minute: 200 + index, run: decide },
        ]
  }).flat()
  return [
    ...waiting,
    { daysAgo: 2, minute: 120, run: (id) => applied(stage, id) },
    { daysAgo: 1, minute: 300, run: (id) => toCorrect(stage, id) },
  ]
}

/** A file that only changes existing assets, so that their number stays the same. */
async function applied(stage: Stage, requestId: string) {
  const rows = Array.from({ length: 18 }, (_, index) => ({
    ...stockRow(
      index,
      stage.rooms.filter(({ city }) => city === 'Indore'),
      stage.today,
      stage.today,
    ),
    model: 'Liberate 2',
  }))
  await importFile(stage, stage.as('Asha Rao', requestId), 'Chairs with new models.csv', csvOf(rows))
}

/** A file with some wrong rows that are still to be corrected. */
async function toCorrect(stage: Stage, requestId: string) {
  const rows = Array.from({ length: 24 }, (_, index) => {
    const row = stockRow(5000 + index, stage.rooms, stage.today, stage.today)
    if (index % 8 === 1) return { ...row, city: 'Indor' }
    if (index % 8 === 3) return { ...row, rentalStartDate: '31.02.2026', rentalPeriod: '12' }
    if (index % 8 === 5) return { ...row, assetState: 'Broken' }
    return row
  })
  await importFile(stage, stage.as('Asha Rao', requestId), 'New furniture Pune.csv', csvOf(rows), false)
}

/**
 * A realistic organisation with a year of history, created by the product's own functions in chronological
 * order; the owner of the tables then rewrites the times. Returns the number of assets.
 */
export async function seedDemoYear(services: Services, ownerUrl: string): Promise<number> {
  const { db, store } = services
  const today = new Date()
  const clock = storyClock(db, today)
  await clock.at(workingTime(today, 369, 0), () => beginNotifying(db))
  const admin = (await actors(services))('Asha Rao', 'demo data')
  const rooms = await clock.at(workingTime(today, 369, 30), () => furnishProperties(db, admin))
  await clock.at(workingTime(today, 369, 90), () => addLimitedPeople(services, admin, rooms))
  const stage: Stage = { services, as: await actors(services), draw: drawer(store), rooms, today }
  const acts = [
    ...registrations(stage),
    ...upkeep(stage),
    ...repairs(stage),
    ...merges(stage),
    ...thisWeek(stage),
    ...questions(stage),
    ...inventories(stage),
    ...savedViews(stage),
    ...readers(stage),
    ...floorPlans(stage),
    ...covers(stage),
    ...readsOfADay(stage),
    ...purchaseFields(stage),
    ...tagNumbers(stage),
    ...taggingDrive(stage),
    ...verificationYear(stage),
    ...papers(stage),
  ]
    .map((act, index) => ({ ...act, index, time: workingTime(today, act.daysAgo, act.minute) }))
    .sort((a, b) => a.time.getTime() - b.time.getTime() || a.index - b.index)
  for (const { time, run, index } of acts) await clock.at(time, () => run(`demo ${index}`))
  await clock.at(workingTime(today, 0, -120), () => noteEndingRentals(db, services.config.timeZone))
  await clock.at(workingTime(today, 0, -115), () => noteEndingCovers(db, services.config.timeZone))
  while ((await writeNotifications(services)) > 0);
  const owner = openDatabase(ownerUrl, services.config.databaseLimits)
  try {
    await clock.rewrite(owner.db)
    await settleNotifications(owner.db)
    await ageAccessRequests(owner.db)
    await ageInventories(owner.db, services.config.timeZone)
    await certifyLast(stage)
    await ageCertificates(owner.db, today)
    // The jobs are done; left in their queues, a worker would first take each of them again.
    await sql`delete from jobs.job`.execute(owner.db)
  } finally {
    await owner.close()
  }
  return (
    await db.selectFrom('assets').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  ).count
}

/** A notification is as old as its ledger entry, and people have read those older than a few days. */
async function settleNotifications(db: Kysely<Tables>) {
  await sql`update notifications set at = events.at,
      read_at = case when events.at < now() - interval '5 days' then events.at + interval '3 hours' end
    from events where events.id = notifications.event_id`.execute(db)
}

/** Two people requested an account this week. */
async function ageAccessRequests(db: Kysely<Tables>) {
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`with asked as (
        update access_requests set created_at = now() - interval '1 day' * place
        from (select id, row_number() over (order by id) as place from access_requests) as places
        where places.id = access_requests.id returning access_requests.id, access_requests.created_at)
      update events set at = asked.created_at from asked where events.record_id = asked.id`.execute(tx)
  })
}
