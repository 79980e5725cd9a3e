import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { issuePasswordLink } from '#features/identity/sessions/password-resets.ts'
import { hashOf } from '#kernel/secrets.ts'
import { testApp } from '#test/app.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { accessDifferences, endedSecrets, reviewedSecrets } from './access.ts'
import { backUp } from './backup.ts'
import { filesOnDisk } from './backup-files.ts'
import { runEndSessions } from './commands.ts'
import { postgresTool } from './postgres-tools.ts'
import { filesToDisk, restore } from './restore.ts'

const t = await testApp()
const { dataDir } = t.config
const folder = await mkdtemp(join(tmpdir(), 'ats-access-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const [{ major } = { major: 0 }] = await onDatabase<{ major: number }>(
  t.ownerUrl,
  `select current_setting('server_version_num')::int / 10000 as major`,
)
const hasTools = await postgresTool('pg_dump', major).then(
  () => true,
  () => false,
)

const backUpNow = () =>
  backUp({ databaseUrl: t.ownerUrl, source: filesOnDisk(dataDir), folder }).then((made) => made.folder)

async function restoreFrom(backup: string) {
  const plan = { folder: backup, databaseUrl: t.ownerUrl, verify: true, drill: false }
  const report = await restore({ ...plan, target: filesToDisk(dataDir) })
  const server = new URL(t.ownerUrl)
  server.pathname = '/postgres'
  await onDatabase(server.href, `drop database ${report.formerDatabase}`)
  return report
}

const statusOf = async (as: { headers: Record<string, string> }) => (await t.call(as, sessions.me)).status

test('every secret in the schema is ended or compared by a restore, or reviewed', async () => {
  const columns = await onDatabase<{ name: string }>(
    t.ownerUrl,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '(hash|secret|token|credential|password|api_key)' and data_type in ('bytea', 'text')`,
  )
  const known = [...endedSecrets, ...Object.keys(reviewedSecrets)]
  expect(columns.map(({ name }) => name).sort()).toEqual(known.sort())
})

test('a restore by pgBackRest is followed by a command that ends the same', async () => {
  const person = await t.person()
  expect(await statusOf(person)).toBe(200)
  vi.spyOn(console, 'log').mockReturnValue()
  await runEndSessions({ DATABASE_URL: t.ownerUrl })
  vi.restoreAllMocks()
  expect(await statusOf(person)).toBe(401)
})

describe.skipIf(!hasTools)('a restore', () => {
  test('ends every session, link and download address of the backup', async () => {
    const [signedOut, disabled, stayed] = [await t.person(), await t.person(), await t.person()]
    const link = await issuePasswordLink(t.db, 'http://ats.test', stayed.id, 60)
    await t.asOwner(
      `insert into exports (user_id, list, format, filter, columns, status, ticket_hash, ticket_expires_at)
       values ('${stayed.id}', 'assets', 'csv', '{}', '{name}', 'ready', '\\x${hashOf('ticket').toString('hex')}', now() + interval '1 hour')`,
    )
    const backup = await backUpNow()
    await t.call(signedOut, sessions.logout)
    await t.asOwner(`update users set status = 'disabled' where id = '${disabled.id}'`)
    expect([await statusOf(signedOut), await statusOf(disabled), await statusOf(stayed)]).toEqual([
      401, 401, 200,
    ])

    await restoreFrom(backup)
    expect([await statusOf(signedOut), await statusOf(disabled), await statusOf(stayed)]).toEqual([
      401, 401, 401,
    ])
    const reset = { token: link.address.split('#')[1], password: 'Velvet-Anchor-42' }
    expect((await t.call(null, passwords.reset, { body: reset })).status).toBe(400)
    const left = await onDatabase(t.ownerUrl, 'select from exports where ticket_hash is not null')
    expect(left).toEqual([])
  })

  test('names the accounts, roles and readers that differ from those it replaces', async () => {
    const people = { disabled: 'Dev', demoted: 'Mira', other: 'Omar', late: 'Lina', same: 'Sam' }
    const ids: Record<string, string> = {}
    for (const [key, name] of Object.entries(people).filter(([key]) => key !== 'late'))
      ids[key] = (await t.person({ name, role: key === 'demoted' ? 'Admin' : 'User' })).id
    await t.asOwner(
      `insert into readers (name, adapter, place_id, credential_hash)
       select 'Gate', 'zebra-fx', id, '\\x01' from places where kind = 'city' and name = 'Indore'`,
      `insert into roles (name, permissions) values ('Clerk', '{reports,manage-asset}')`,
    )
    const backup = await backUpNow()
    await t.person({ name: 'Lina' })
    await t.asOwner(
      `update users set status = 'disabled' where id = '${ids.disabled}'`,
      `update users set role_id = (select id from roles where name = 'User') where id = '${ids.demoted}'`,
      `update users set password_hash = 'another', email = 'omar@example.com' where id = '${ids.other}'`,
      `insert into places (kind, name) values ('city', 'Bhopal')`,
      `insert into user_places select '${ids.other}', id from places where name = 'Bhopal'`,
      `update readers set credential_hash = '\\x02' where name = 'Gate'`,
      `update roles set permissions = '{reports}' where name = 'Clerk'`,
    )
    const { changedAccess } = await restoreFrom(backup)
    const named = (name: string) => changedAccess?.filter((line) => line.includes(name))
    expect(named('Dev')).toEqual([expect.stringMatching(/^account Dev .*: state active \(was disabled\)$/)])
    expect(named('Mira')).toEqual([expect.stringMatching(/: role Admin \(was User\)$/)])
    expect(named('Omar')).toEqual([
      expect.stringMatching(
        /: email person\d+@example\.com \(was omar@example\.com\), places Indore \(was Bhopal\), an older password$/,
      ),
    ])
    expect(named('Lina')).toEqual([expect.stringMatching(/^account Lina .*: missing \(was active\)$/)])
    expect(named('Gate')).toEqual(['reader Gate: an older credential'])
    expect(named('Clerk')).toEqual(['role Clerk: permissions manage-asset, reports (was reports)'])
    expect(named('Sam')).toEqual([])
  })
})

describe('what differs', () => {
  const asha = {
    kind: 'account',
    id: '1',
    name: 'Asha',
    facts: { state: 'active', role: 'User' },
    secrets: {},
  }

  test('is nothing where nothing changed', () => {
    expect(accessDifferences([asha], [asha])).toEqual([])
  })

  test('names a person who is only in the backup', () => {
    expect(accessDifferences([], [asha])).toEqual(['account Asha: active (was missing)'])
  })

  test('leaves out what somebody without access would be allowed', () => {
    const former = { ...asha, facts: { state: 'disabled', role: 'Admin' } }
    const restored = { ...asha, facts: { state: 'disabled', role: 'User' } }
    expect(accessDifferences([former], [restored])).toEqual([])
  })
})
