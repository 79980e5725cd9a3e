import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding, FindingKind } from '@ats/contract/ledger/check.ts'
import { bytesOfHead, sealHead, toHex } from '@ats/contract/ledger/seal.ts'
import { checkStretch } from '@ats/contract/ledger/stretch.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { sealColumns } from '#features/ledger/sealed-columns.ts'
import { sealAll } from '#features/ledger/worker.ts'
import { isSigned, sealKeyOf, sha256, signed } from '#kernel/ledger/seal-key.ts'
import { testApp } from '#test/app.ts'
import { withOwner } from '#test/ledger.ts'
import { stocked } from '#test/stock.ts'
import { stretchOf } from './ledger-export.ts'
import { verifyLedger } from './ledger-verify.ts'

const t = await testApp()
const key = sealKeyOf({ secret: t.config.secret })
const other = sealKeyOf({ secret: 'a key of somebody who can do everything in the database' })
const keys = [toHex(key.publicKey)]
for (let round = 0; round < 6; round += 1) {
  await stocked(t)
  await stocked(t, { place: 'Store' }).catch(() => undefined)
  await sealAll(t, key)
}
const folder = await mkdtemp(join(tmpdir(), 'ats-seals-'))
const witness = join(folder, 'seals.ndjson')

const sealLines = (client: pg.ClientBase) =>
  client
    .query<{ number: number; hash: string }>(`select ${sealColumns} from ledger_seals order by number`)
    .then(({ rows }) => rows)
const witnessed = await withOwner(t, sealLines)
await writeFile(witness, witnessed.map((seal) => `${JSON.stringify(seal)}\n`).join(''))

/** What somebody who owns the database does; it is undone afterwards. */
type Tampering = string | ((client: pg.ClientBase) => Promise<unknown>)

async function tamper(tampering: Tampering) {
  return withOwner(t, async (client) => {
    await client.query(`begin; alter table events disable trigger user; alter table ledger_seals disable trigger user;
      alter table ledger_redactions disable trigger user`)
    try {
      await (typeof tampering === 'string' ? client.query(tampering) : tampering(client))
      const found: Finding[] = []
      await verifyLedger(client, { keys, witness, found: (finding) => found.push(finding) })
      const lines: string[] = []
      for await (const line of stretchOf(client, { origin: 'http://ats.test' }))
        lines.push(JSON.stringify(line))
      const hashes = new Map(witnessed.map(({ number, hash }) => [number, hash]))
      const page = await checkStretch(lines, { crypto: { sha256, isSigned }, keys, witnessed: hashes })
      return { command: kindsOf(found), page: kindsOf(page.findings), found }
    } finally {
      await client.query('rollback')
    }
  })
}
const kindsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ kind }) => kind))].sort()

const middle = '(select ids[1] from ledger_seals where number = 3)'
const alter = (column: string, value: string): [string, Tampering, FindingKind[]] => [
  `alter ${column}`,
  `update events set ${column} = ${value} where id = ${middle}`,
  ['entry-altered'],
]

/** Signs the chain from a seal on with another key, or only hashes it. */
const signAgain = (from: number, sign: boolean) => async (client: pg.ClientBase) => {
  const seals = (await sealLines(client)).filter(({ number }) => number >= from)
  let previous: string | undefined
  for (const seal of seals) {
    const head = sealHead.parse({
      ...seal,
      previous: previous ?? (seal as unknown as { previous: string }).previous,
    })
    const bytes = bytesOfHead(sign ? { ...head, key: toHex(other.publicKey) } : head)
    previous = toHex(sha256(bytes))
    const values = [
      seal.number,
      previous,
      head.previous,
      sign ? toHex(signed(other, bytes)) : undefined,
      toHex(other.publicKey),
    ]
    await client.query(
      `update ledger_seals set hash = decode($2, 'hex'), previous = decode($3, 'hex'),
         signature = coalesce(decode($4, 'hex'), signature), key = case when $4::text is null then key else decode($5, 'hex') end
       where number = $1`,
      values,
    )
  }
}

const none = `'00000000-0000-7000-8000-000000000000'::uuid`
const columns = `action, record_kind, record_id, request_id`
const made = `'asset.changed', 'asset', uuidv7(), 'forged'`
const endSeals = (count: number) =>
  `delete from ledger_seals where number > (select max(number) from ledger_seals) - ${count}`

const attempts: [string, Tampering, FindingKind[]][] = [
  alter('at', `at + interval '1 second'`),
  alter('actor_id', none),
  alter('action', `'asset.deleted'`),
  alter('record_kind', `'user'`),
  alter('record_id', none),
  alter('place_id', none),
  alter('from_place_id', none),
  alter('readable_id', `'A9999999'`),
  alter('record_name', `'Another chair'`),
  alter('version', '77'),
  alter('before', `'{"brand": "Another"}'`),
  alter('after', `coalesce(after, '{}') || '{"brand": "Another"}'`),
  alter('request_id', `'another'`),
  alter('xact', `'1'`),
  [
    'alter the number',
    `create table events_forged as select * from events where id = ${middle}; delete from events where id = ${middle};
     update events_forged set id = id + 1000000; insert into events overriding system value select * from events_forged`,
    ['entry-inserted', 'entry-missing'],
  ],
  ['delete an entry', `delete from events where id = ${middle}`, ['entry-missing']],
  [
    'delete the last hundred',
    'delete from events where id > (select max(id) from events) - 100',
    ['entry-missing'],
  ],
  [
    'delete the last entries with their seals',
    `delete from events where id = any(array(select unnest(ids) from ledger_seals where number > 4)); ${endSeals(2)}`,
    ['rolled-back'],
  ],
  [
    'insert with a transaction of the past',
    `insert into events (${columns}, xact) values (${made}, '3')`,
    ['entry-inserted'],
  ],
  [
    'insert without a transaction',
    `insert into events (${columns}, xact) values (${made}, null)`,
    ['entry-inserted'],
  ],
  [
    'repeat an entry in another month',
    `create table events_forged (like events including all); insert into events_forged overriding system value select * from events where id = ${middle};
     update events_forged set at = now() + interval '20 years';
     insert into events overriding system value select * from events_forged`,
    ['entry-inserted'],
  ],
  [
    'swap two entries',
    `with two as (select min(id) as a, max(id) as b from events where id = any(array(select unnest(ids) from ledger_seals where number = 3)))
     update events set action = other.action, record_id = other.record_id, after = other.after from events as other, two
     where (events.id, other.id) in ((a, b), (b, a))`,
    ['entry-altered'],
  ],
  [
    'swap two entries of a seal',
    `update ledger_seals set ids = ids[2:2] || ids[1:1] || ids[3:] where number = 3`,
    ['entry-altered', 'entry-reordered', 'seal-altered'],
  ],
  [
    'leave an entry out of a seal',
    'update ledger_seals set ids = ids[2:] where number = 3',
    ['entry-altered', 'entry-inserted', 'seal-altered'],
  ],
  [
    'alter the time of a seal',
    `update ledger_seals set sealed_at = sealed_at - interval '1 day' where number = 3`,
    ['seal-altered', 'seal-signature'],
  ],
  [
    'alter the hash of an entry',
    `update ledger_seals set leaves = overlay(leaves placing '\\x00' from 1) where number = 3`,
    ['entry-altered', 'seal-altered'],
  ],
  [
    'alter a salt',
    `update ledger_seals set salts = overlay(salts placing '\\x0102' from 1) where number = 3`,
    ['entry-altered'],
  ],
  [
    'alter the root',
    `update ledger_seals set root = sha256(root) where number = 3`,
    ['seal-altered', 'seal-signature'],
  ],
  ['delete a seal', 'delete from ledger_seals where number = 3', ['entry-inserted', 'seal-missing']],
  [
    'hash the chain again',
    async (client) => {
      await client.query(`update ledger_seals set sealed_at = sealed_at - interval '1 day' where number = 3`)
      await signAgain(3, false)(client)
    },
    ['rolled-back', 'seal-signature'],
  ],
  ['sign the chain again with another key', signAgain(2, true), ['rolled-back', 'seal-key']],
  [
    'go back to an old backup and go on',
    `delete from events where id = any(array(select unnest(ids) from ledger_seals where number > 4)); ${endSeals(2)};
     insert into ledger_seals select 5, previous, sealed_at, first_id, last_id, ids, salts, leaves, redacted_to, redactions, root, key, sha256(hash), signature
       from ledger_seals where number = 4`,
    ['rolled-back', 'seal-altered', 'seal-chain'],
  ],
  [
    'pretend that personal data was removed',
    `insert into ledger_redactions (entry_id, person_id, former, texts)
       select ids[1], ${none}, hash_of_entry_texts(substring(salts from 1 for 16), before, after, record_name), hash_of_entry_texts('', '{}', null, record_name)
       from ledger_seals join events on events.id = ids[1] where number = 3;
     update events set before = '{}', after = null where id = ${middle}`,
    ['removal-inserted'],
  ],
]

test.each(attempts)('%s: named by the command and by the page', async (_name, tampering, kinds) => {
  const { command, page } = await tamper(tampering)
  expect(command).toEqual(expect.arrayContaining(kinds))
  expect(page).toEqual(expect.arrayContaining(kinds))
})

test('nothing is found where nothing was changed', async () => {
  expect(await tamper('select')).toMatchObject({ command: [], page: [] })
  expect(attempts.length).toBeGreaterThan(30)
})
