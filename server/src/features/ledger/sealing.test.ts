import { assets } from '@ats/contract/assets/assets.ts'
import { users } from '@ats/contract/identity/users.ts'
import type { Finding } from '@ats/contract/ledger/check.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealKeyOf } from '#kernel/ledger/seal-key.ts'
import { jobHandlers } from '#server/app.ts'
import { verifyLedger } from '#server/operations/ledger-verify.ts'
import { testApp } from '#test/app.ts'
import { withOwner } from '#test/ledger.ts'
import { administratorOf, stocked } from '#test/stock.ts'
import { sealAll } from './worker.ts'

const t = await testApp()
const admin = await administratorOf(t)
const key = sealKeyOf({ secret: t.config.secret })
const publicKey = Buffer.from(key.publicKey).toString('hex')

const seal = () => sealAll(t, key)

async function verify() {
  const findings: Finding[] = []
  const verified = await withOwner(t, (client) =>
    verifyLedger(client, { keys: [publicKey], found: (finding) => findings.push(finding) }),
  )
  return { ...verified, findings }
}

test('everything that happened is sealed once, and what follows is sealed next', async () => {
  await stocked(t)
  const before = await seal()
  expect(before).toBeGreaterThan(0)
  expect(await seal()).toBe(0)
  const asset = await stocked(t)
  await t.call(admin, assets.update, {
    params: { id: asset._id },
    body: { version: asset.version, brand: 'Godrej' },
  })
  expect(await seal()).toBeGreaterThan(1)
  const { findings, unsealed, entries } = await verify()
  expect(findings).toEqual([])
  const { rows } = await sql<{ count: number }>`select count(*) from events`.execute(t.db)
  expect([unsealed, entries]).toEqual([0, rows[0]?.count])
})

test('an entry that comes late is sealed late, not lost', async () => {
  const early = await t.db.startTransaction().execute()
  await sql`insert into events (action, record_kind, record_id, request_id) values ('asset.changed', 'asset', uuidv7(), 'late')`.execute(
    early,
  )
  await stocked(t)
  await seal()
  await early.commit().execute()
  expect(await seal()).toBe(1)
  expect((await verify()).findings).toEqual([])
})

test('the ledger stays provable when personal data is removed, sealed before or not', async () => {
  const one = await t.person({ role: 'User', name: 'Meenakshi Sundaram-Iyer' })
  const asset = await stocked(t, { assignedUser: 'Meenakshi Sundaram-Iyer' })
  await seal()
  await stocked(t, { assignedUser: 'Meenakshi Sundaram-Iyer' })
  await t.call(admin, users.remove, { params: { id: one.id } })
  const { body } = await t.call(admin, users.removePersonalData, { params: { id: one.id } })
  await jobHandlers(t).bulk(body.job._id, new AbortController().signal)
  const { rows: named } = await sql`select from events where after::text like '%Sundaram-Iyer%'`.execute(t.db)
  expect(named).toHaveLength(0)
  const { rows } = await sql<{ entry: number }>`select entry_id as entry from ledger_redactions`.execute(t.db)
  expect(rows.length).toBeGreaterThan(0)
  // Until the next seal, nobody vouches for the new texts; but the entries are those that were sealed.
  const waiting = (await verify()).findings
  expect([...new Set(waiting.map(({ kind }) => kind))]).toEqual(['removal-unsealed'])
  await seal()
  const { findings } = await verify()
  expect(findings).toEqual([])
  expect(asset._id).toBeDefined()
})
