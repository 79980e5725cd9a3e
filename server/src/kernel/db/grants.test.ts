import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { onDatabase } from '../../../../scripts/postgres/databases.ts'
import { warnIfOwner } from './grants.ts'
import { migrate } from './migrate.ts'

const t = await testApp()
const asProgram = (...statements: string[]) => onDatabase(t.config.databaseUrl, ...statements)

test.each([
  `update events set action = 'nothing'`,
  'update events set after = null where false',
  'delete from events where false',
  'truncate events cascade',
  'select from events for update',
  'alter table events disable trigger all',
  'drop trigger events_append_only on events',
  'alter function refuse_change() rename to allow_change',
  'set session_replication_role = replica',
  'alter table assets add column more text',
  'alter table assets owner to current_user',
  'insert into asset_versions select from asset_versions where false',
  'update asset_versions set valid_to = now() where false',
  'delete from asset_versions where false',
  'truncate asset_versions',
  'alter table assets disable trigger assets_change_versions',
  'update place_paths set city_id = null where false',
  'update partition_splits set is_copied = true where false',
  `select open_missing_asset_versions()`,
  `select rejoin_asset_versions('{}')`,
  'drop table notifications',
  'truncate notifications',
  'delete from assets where false',
  'create index on assets (model)',
  'create table public.mine (id int)',
  'create schema mine',
  'create function public.mine() returns int language sql as $$ select 1 $$',
  `insert into migrations (name) values ('999_mine.sql')`,
  'delete from migrations',
  'alter table jobs.job add column more text',
  'create table jobs.mine (id int)',
  'grant update on events to current_user',
  'create role mine',
])('the program may not: %s', async (statement) => {
  // A grant without the right to grant is only a warning: what matters is that nothing was granted.
  const tries = asProgram(statement, 'update events set action = action')
  await expect(tries).rejects.toMatchObject({ code: '42501' })
})

test('the program adds to the ledger, reads it, and stages imports', async () => {
  await asProgram(
    `insert into events (action, record_kind, record_id, request_id) values ('brand.added', 'brand', uuidv7(), 'x')`,
    'create unlogged table staging.mine (id int)',
    'alter table staging.mine add primary key (id)',
    'drop table staging.mine',
  )
  expect(await asProgram(`select action from events where request_id = 'x'`)).toEqual([
    { action: 'brand.added' },
  ])
})

/** An empty database whose owner is not a superuser, and a role for the program. */
async function installation() {
  const ending = randomBytes(6).toString('hex')
  const names = { owner: `owner_${ending}`, program: `program-${ending}`, database: `ats_grants_${ending}` }
  const server = inject('postgresUrl')
  const urlOf = (user: string) => {
    const url = new URL(server)
    Object.assign(url, { username: user, pathname: `/${names.database}` })
    return url.href
  }
  await onDatabase(
    server,
    `create role ${names.owner} login`,
    `create role "${names.program}" login`,
    `grant "${names.program}" to ${names.owner}`,
    `create database ${names.database} owner ${names.owner}`,
  )
  onTestFinished(async () => {
    await onDatabase(
      server,
      `drop database ${names.database} with (force)`,
      `drop role ${names.owner}`,
      `drop role "${names.program}"`,
    )
  })
  return { ...names, owner: urlOf(names.owner), program: urlOf(names.program), role: names.program }
}

test('an owner without special rights migrates for a program of any name, as often as wanted', async () => {
  const { owner, program, role } = await installation()
  expect(await migrate(owner, undefined, role)).not.toEqual([])
  expect(await migrate(owner, undefined, role)).toEqual([])
  await onDatabase(program, `insert into brands (name) values ('Godrej')`)
  await expect(onDatabase(program, 'delete from events')).rejects.toThrow(
    'permission denied for table events',
  )
  await onDatabase(owner, 'create table later (id int)')
  await expect(onDatabase(program, 'select from later')).rejects.toThrow('permission denied')
  await migrate(owner, undefined, role)
  await onDatabase(program, 'select from later')
})

test('rights that were given by hand are taken back', async () => {
  const { owner, program, role } = await installation()
  await migrate(owner, undefined, role)
  await onDatabase(owner, `grant all on events to "${role}"`)
  await migrate(owner, undefined, role)
  await expect(onDatabase(program, 'truncate events cascade')).rejects.toThrow('permission denied')
})

test('what the owner staged before is handed over to the program', async () => {
  const { owner, program, role } = await installation()
  await migrate(owner)
  await onDatabase(owner, 'create table staging.rows_1 (row integer)')
  await migrate(owner, undefined, role)
  await onDatabase(program, 'drop table staging.rows_1')
})

test('a role that is named and not there is a problem, the usual one that is not there is none', async () => {
  const { owner } = await installation()
  await expect(migrate(owner, undefined, 'nobody')).rejects.toThrow('There is no database role nobody')
  expect(await migrate(owner, undefined)).toEqual([])
})

test('the log of a production says when the program could change the ledger', async () => {
  const made = await installation()
  await migrate(made.owner)
  const owner = await testApp({ databaseUrl: made.owner, production: true })
  const said: string[] = []
  const log = { warn: (text: string) => void said.push(text) }
  await warnIfOwner({ ...t, config: { ...t.config, production: true } }, log)
  await warnIfOwner({ ...owner, config: { ...owner.config, production: false } }, log)
  expect(said).toEqual([])
  await warnIfOwner(owner, log)
  expect(said).toEqual([expect.stringContaining('can change the schema and the ledger')])
})
