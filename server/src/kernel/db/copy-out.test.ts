import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { copyOut } from './copy-out.ts'

const { db, config, asOwner } = await testApp()
const copied = (query: string) => copyOut(config, `copy (${query}) to stdout (format csv)`)

test.each([
  ['no row', 'select 1 where false', ''],
  ['empty rows', "select '' from generate_series(1, 3)", '""\n""\n""\n'],
  ['a row longer than any read', "select repeat('x', 1000000)", `${'x'.repeat(1_000_000)}\n`],
])('%s arrives whole', async (_what, query, text) => {
  const { stream, rows } = await copied(query)
  expect((await buffer(stream)).toString()).toBe(text)
  expect(await rows).toBe(text === '' ? 0 : text.split('\n').length - 1)
})

test('rows of every length arrive whole, wherever the reads part them', async () => {
  const { stream, rows } = await copied("select repeat('é', n % 300) || n from generate_series(1, 20000) n")
  const lines = Array.from({ length: 20_000 }, (_, n) => `${'é'.repeat((n + 1) % 300)}${n + 1}\n`)
  expect((await buffer(stream)).equals(Buffer.from(lines.join('')))).toBe(true)
  expect(await rows).toBe(20_000)
})

test('notices between the rows are left out', async () => {
  await asOwner(`create function noisy(n int) returns int language plpgsql as
    $$ begin raise notice 'row %', n; return n; end $$`)
  const { stream } = await copied('select noisy(n) from generate_series(1, 3) n')
  expect((await buffer(stream)).toString()).toBe('1\n2\n3\n')
})

test('a statement that fails at once is refused', async () => {
  await expect(copied('select nothing')).rejects.toThrow('"nothing" does not exist')
})

test('a statement that fails on the way breaks the stream', async () => {
  const { stream, rows } = await copied(
    "select repeat('x', 100), 1 / (n - 100000) from generate_series(1, 100000) n",
  )
  await expect(buffer(stream)).rejects.toThrow('division by zero')
  await expect(rows).rejects.toThrow('before the end')
})

test('a connection that is lost breaks the stream', async () => {
  const { stream } = await copied("select repeat('x', 100) from generate_series(1, 1000000) n")
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'ats export' and datname = current_database()`.execute(db)
  await expect(buffer(stream)).rejects.toThrow(/terminat/)
})
