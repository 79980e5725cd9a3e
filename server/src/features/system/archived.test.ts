import { system } from '@ats/contract/system.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const t = await testApp()

test('everybody who is signed in learns from when on rows are archived, and the last file of each table', async () => {
  const someone = await t.person({ city: 'Mumbai' })
  expect((await t.call(someone, system.archived)).body).toEqual({ archived: [] })
  const part = (table: string, month: number) =>
    `('${table}', '${table}_2020_0${month}', '2020-0${month}-01Z', '2020-0${month + 1}-01Z', 1, '${table}_2020_0${month}.csv.zst', '')`
  await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
    values ${[part('events', 2), part('events', 3), part('movements', 1)].join()}`)
  expect((await t.call(someone, system.archived)).body.archived).toEqual([
    { of: 'events', after: null, before: '2020-04-01T00:00:00Z', file: 'events_2020_03.csv.zst' },
    { of: 'movements', after: null, before: '2020-02-01T00:00:00Z', file: 'movements_2020_01.csv.zst' },
  ])
  expect((await t.call(null, system.archived)).status).toBe(401)
})
