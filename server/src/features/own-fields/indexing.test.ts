import { setTimeout as delay } from 'node:timers/promises'
import { ownFieldDefinitions } from '@ats/contract/own-fields/definitions.ts'
import { ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#kernel/db/db.ts'
import { testApp } from '#test/app.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { keepOwnFieldIndexes, startOwnFieldIndexes } from './indexing.ts'

const t = await testApp()
const admin = await administratorOf(t)
const owner = openDatabase(t.ownerUrl, { ...t.config.databaseLimits, part: 'worker' })
afterAll(owner.close)
const log = { info: () => undefined }
const keep = (db = owner.db, signal?: AbortSignal) => keepOwnFieldIndexes({ db, log, signal })

const indexes = async () => {
  const { rows } = await sql<{ name: string; valid: boolean }>`select relname as name, indisvalid as valid
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname like 'own\\_field\\_%' and indrelid = 'assets'::regclass order by relname`.execute(t.db)
  return rows.map(({ name, valid }) => (valid ? name : `${name} invalid`))
}
const stateOf = async (id: string) => {
  const { rows } = await sql<{
    state: string
  }>`select index_state as state from own_fields where id = ${id}`.execute(t.db)
  return rows[0]?.state
}
const request = (label: string, body: object = {}) =>
  t.call(admin, ownFieldDefinitions.create, { body: { type: 'number', label, indexed: true, ...body } })

beforeEach(async () => {
  await sql`delete from own_fields`.execute(t.db)
  await keep()
})

test('the indexes of every type are built, and dropped when the fields no longer need them', async () => {
  for (const type of ownFieldTypes)
    await addOwnField(t.db, type, { indexed: true, key: type.replace('-', '') })
  expect(await keep()).toBe(true)
  expect(await indexes()).toEqual([
    ...['own_field_choice', 'own_field_day', 'own_field_link', 'own_field_link_text', 'own_field_money'],
    ...['own_field_number', 'own_field_person', 'own_field_place', 'own_field_text', 'own_field_text_text'],
    ...['own_field_yesno'],
  ])
  await sql`update own_fields set indexed = key = 'text', retired_at = now() where key <> 'day'`.execute(t.db)
  await keep()
  expect(await indexes()).toEqual(['own_field_day'])
})

test('a field says how its index is, and the ledger when it is ready', async () => {
  const { body } = await request('Height')
  expect(body.indexState).toBe('building')
  await keep()
  expect(await stateOf(body.id)).toBe('ready')
  expect((await ledgerOf(t, body.id)).map(({ action }) => action)).toContain('own-field.index-ready')
  await t.call(admin, ownFieldDefinitions.change, { params: { id: body.id }, body: { indexed: false } })
  await keep()
  expect([await stateOf(body.id), await indexes()]).toEqual(['none', []])
})

test('two workers build an index once', async () => {
  await request('Width')
  expect((await Promise.all([keep(), keep()])).toSorted()).toEqual([false, true])
  expect(await indexes()).toEqual(['own_field_width'])
})

test('nobody who writes waits for a build, and a stopped build is continued by the next worker', async () => {
  const { body } = await request('Depth')
  const asset = await stocked(t)
  const reader = new pg.Client({ connectionString: t.ownerUrl })
  await reader.connect()
  // A build waits for every transaction that began before it.
  await reader.query('begin')
  await reader.query('lock table assets in row exclusive mode')
  const stopping = new AbortController()
  const building = keep(owner.db, stopping.signal).catch(() => 'stopped')
  await expect.poll(indexes, { timeout: 10_000 }).toEqual(['own_field_depth invalid'])
  const began = performance.now()
  await sql`update assets set model = 'written meanwhile' where id = ${asset._id}`.execute(t.db)
  expect(performance.now() - began).toBeLessThan(2000)
  stopping.abort()
  expect(await building).toBe('stopped')
  expect([await stateOf(body.id), await indexes()]).toEqual(['building', ['own_field_depth invalid']])
  await reader.query('rollback')
  await reader.end()
  await keep()
  expect([await stateOf(body.id), await indexes()]).toEqual(['ready', ['own_field_depth']])
})

test('a build that fails is recorded once and tried again later', async () => {
  const { body } = await request('Mass')
  const asset = await stocked(t)
  const set = (value: string) =>
    sql`update assets set fields = ${value}::jsonb where id = ${asset._id}`.execute(t.db)
  await set('{"mass": "no number"}')
  await keep()
  await keep()
  expect([await stateOf(body.id), await indexes()]).toEqual(['failed', ['own_field_mass invalid']])
  const failures = (await ledgerOf(t, body.id)).filter(({ action }) => action === 'own-field.index-failed')
  expect(failures).toMatchObject([{ after: { message: expect.stringContaining('numeric') } }])
  await set('{"mass": 3}')
  await sql`update own_fields set index_retry_at = now()`.execute(t.db)
  await keep()
  expect([await stateOf(body.id), await indexes()]).toEqual(['ready', ['own_field_mass']])
})

test('a worker that owns the database does it by itself; one that does not leaves it to the owner', async () => {
  const { body } = await request('Length')
  const failures: unknown[] = []
  const program = startOwnFieldIndexes(t.db, log, (error) => failures.push(error))
  await delay(500)
  await program.stop()
  expect([await stateOf(body.id), failures]).toEqual(['building', []])
  const worker = startOwnFieldIndexes(owner.db, log, (error) => failures.push(error))
  await expect.poll(() => stateOf(body.id), { timeout: 10_000 }).toBe('ready')
  await worker.stop()
  expect(failures).toEqual([])
})
