import { expect, test } from 'vitest'
import { newClient } from '#kernel/db/connection.ts'
import { testApp } from '#test/app.ts'
import { addOwnField } from '#test/own-fields.ts'
import { fieldIndexChecks } from './field-index-checks.ts'

const t = await testApp()
const connect = async () => {
  const client = newClient(t.config.databaseUrl, 'ats doctor')
  await client.connect()
  return client
}
const found = async () => {
  const { state, detail } = (await fieldIndexChecks(connect)['field indexes']?.()) ?? {}
  return [state, detail]
}

test('a field whose index nothing builds is named, until it is built', async () => {
  expect(await found()).toEqual(['ok', 'every wanted index is ready'])
  await addOwnField(t.db, 'number', { label: 'Weight', indexed: true })
  expect(await found()).toEqual([
    'warning',
    expect.stringContaining('no process builds the index of Weight:'),
  ])
  const held = newClient(t.config.databaseUrl, 'builder')
  await held.connect()
  await held.query("select pg_advisory_lock(hashtextextended('own-field-indexes', 0))")
  expect(await found()).toEqual(['ok', 'being built: 1'])
  await held.end()
  await t.asOwner("update own_fields set index_state = 'failed'")
  expect(await found()).toEqual([
    'warning',
    expect.stringContaining('the index of the field Weight could not be built'),
  ])
  await t.asOwner("update own_fields set index_state = 'ready'")
  expect((await found())[0]).toBe('ok')
})
