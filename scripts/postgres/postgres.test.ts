import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from './postgres.ts'

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

async function ownFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'ats-kept-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

test('a throwaway server answers, and stopping it removes its data', async () => {
  const postgres = await startPostgres({ settings: { fsync: 'off', work_mem: '7MB' } })
  const { rows } = await ask(
    postgres.url(),
    "select current_user as name, current_setting('work_mem') as memory",
  )
  expect(rows).toEqual([{ name: 'ats', memory: '7MB' }])
  await postgres.stop()
  expect(existsSync(postgres.dir)).toBe(false)
  await expect(ask(postgres.url(), 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('committed data survive a kill, and the same folder starts again at once', async () => {
  const dir = await ownFolder()
  const killed = await startPostgres({ dir })
  await ask(killed.url(), 'create table kept as select 42 as answer')
  await killed.kill()
  const again = await startPostgres({ dir })
  expect((await ask(again.url(), 'select answer from kept')).rows).toEqual([{ answer: 42 }])
  await again.stop()
  expect(existsSync(dir)).toBe(true)
})

test('a lock file that names a foreign process does not keep the server from starting', async () => {
  const dir = await ownFolder()
  await (await startPostgres({ dir })).stop()
  await writeFile(join(dir, 'postmaster.pid'), `${process.pid}\n${dir}\n`)
  const postgres = await startPostgres({ dir })
  await postgres.stop()
})

test('a folder whose server is in use is refused', async () => {
  const dir = await ownFolder()
  const first = await startPostgres({ dir })
  await expect(startPostgres({ dir })).rejects.toThrow('is in use by process')
  expect((await ask(first.url(), 'select 1 as one')).rows).toEqual([{ one: 1 }])
  await first.stop()
})
