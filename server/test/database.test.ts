import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from './database.ts'

test('databases cloned at the same time are migrated and independent', async () => {
  const clones = await Promise.all([cloneDatabase(), cloneDatabase(), cloneDatabase()])
  expect(new Set(clones.map(({ url }) => url)).size).toBe(3)
  const [first, second] = clones.map(({ url }) => new pg.Client({ connectionString: url }))
  await first?.connect()
  await second?.connect()
  await first?.query('create table only_here (id int)')
  await expect(second?.query('select from only_here')).rejects.toThrow('does not exist')
  await second?.end()
  await first?.end()
  await Promise.all(clones.map((clone) => clone.drop()))
})

test('a dropped clone is gone even while a session is connected to it', async () => {
  const clone = await cloneDatabase()
  const client = new pg.Client({ connectionString: clone.url })
  client.on('error', () => undefined)
  await client.connect()
  await clone.drop()
  const again = new pg.Client({ connectionString: clone.url })
  await expect(again.connect()).rejects.toThrow('does not exist')
})
