import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { newClient } from '#kernel/db/connection.ts'
import { lifetimes } from '#kernel/lifetimes.ts'
import { startUpkeep } from '#server/upkeep.ts'
import { testApp } from '#test/app.ts'
import { runChecks } from './findings.ts'
import { lifetimeChecks } from './lifetime-checks.ts'

const t = await testApp()

async function connect() {
  const client = newClient(t.config.databaseUrl, 'ats doctor')
  await client.connect()
  return client
}
const found = async (check: string) => {
  const findings = await runChecks(lifetimeChecks(connect, t.config))
  const { state, detail } = findings.find((one) => one.check === check) ?? {}
  return [state, detail]
}

test('days without a partition are named, and the worker creates them', async () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
  const everything = [
    'ok',
    'events, tag_reads, movements, inventory_items, inventory_reads: created for the next 7 days',
  ]
  for (const day of [dayIn(0), dayIn(5)]) {
    await keepReadDays(t.db, 90)
    expect(await found('partitions')).toEqual(everything)
    await t.asOwner(`drop table tag_reads_${day.replaceAll('-', '')}`)
    expect(await found('partitions')).toEqual([
      'failed',
      expect.stringContaining(`tag_reads has none for ${day}`),
    ])
  }
})

test('rows that are older than they are kept are named, until upkeep has ended them', async () => {
  expect((await found('old rows'))[0]).toBe('ok')
  await sql`insert into throttles values ('\\x01', 1, now() - interval '2 days')`.execute(t.db)
  await sql`select make_tag_read_day(current_date - 92)`.execute(t.db)
  expect((await found('old rows'))[0]).toBe('ok')
  await sql`update throttles set window_ends_at = now() - interval '5.5 days'`.execute(t.db)
  await sql`select make_tag_read_day(current_date - 100)`.execute(t.db)
  await sql`insert into shown_work values (gen_random_uuid(), 'import.done', now() - interval '40 days')`.execute(
    t.db,
  )
  expect(await found('old rows')).toEqual([
    'warning',
    expect.stringMatching(/: tag_reads by (8|9) days, shown_work by 9 days, throttles by 5 days;/),
  ])
  const failures: unknown[] = []
  const upkeep = startUpkeep(t, (error) => failures.push(error))
  await upkeep.run()
  upkeep.stop()
  expect([failures, await found('old rows')]).toEqual([[], ['ok', 'no row is older than it is kept']])
})

test('a table that is larger than the product is built for is named', async () => {
  expect(await found('table sizes')).toEqual(['ok', expect.stringMatching(/^0\.\d GB in tables that grow/)])
  const { mostGb } = lifetimes.events
  lifetimes.events.mostGb = 0
  onTestFinished(() => {
    lifetimes.events.mostGb = mostGb
  })
  expect(await found('table sizes')).toEqual(['warning', 'events has 0.0 GB, more than the expected 0'])
})
