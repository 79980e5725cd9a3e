import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { exportColumns, exports } from '@ats/contract/exports.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { type MasterKind, masterKinds, masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { asked, csvOf, opened, rowsOf, ticketFor } from '#test/exports.ts'
import { administratorOf, binned, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
await stocked(t, {
  placeId: site.room,
  brand: 'Godrej',
  model: 'M, "1"',
  serialNo: '007',
  vendor: 'Rent & Co',
})
await stocked(t, { rentalStartDate: '2026-02-28', rentalPeriod: '12', assignedUser: 'Meera\nand Ravi' })
await stocked(t, { location: 'mumbai', assetState: 'UP' })
await binned(t, { location: 'pune' })
const moment = (text: string | null) => text?.replace('T', ' ').replace(/(\.\d+)?Z$/, '+00') ?? ''

const titles = [
  ...['RFID Tag', 'Asset Tag ID', 'Asset Name', 'Assigned User', 'City', 'MM', 'Property', 'AoU', 'Room'],
  ...['Asset State', 'Brand', 'Model', 'Serial No', 'Vendor', 'Rental Start Date (YYYY-MM-DD)'],
  ...['Rental Period (months)', 'Registered At', 'Created By'],
]

describe('the file of the assets', () => {
  test('has the titles that an import reads, in their order', async () => {
    const [first] = (await csvOf(t, admin, { list: 'assets' })).split('\n')
    expect(first).toBe(titles.join(','))
  })

  test.each([
    {},
    { sort: 'rfidTag', direction: 'asc' },
    { location: 'indore' },
    { state: 'up' },
    { search: '007' },
  ])('is what the list shows with %j, in its order', async (filter) => {
    const { body } = await t.call(admin, assets.list, { query: { size: '500', ...filter } })
    const rows = await rowsOf(t, admin, { list: 'assets', filter })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(
      body.assets.map((asset) => {
        const given = exportColumns.assets.map((column) => {
          if (column === 'assignedUser') return asset.assignedUser?.name ?? ''
          if (column === 'registeredAt') return moment(asset.registeredAt)
          return asset[column as 'city'] ?? ''
        })
        return Object.fromEntries(titles.map((title, at) => [title, given[at]]))
      }),
    )
  })

  test('has only the chosen columns, in the order of choice, each once', async () => {
    const columns = ['serialNo', 'assetName', 'serialNo']
    const text = await csvOf(t, admin, { list: 'assets', columns, filter: { placeId: site.room } })
    expect(text).toBe('Serial No,Asset Name\n"007","Chair"\n')
  })

  test('is sent as a file, as it is, and never kept', async () => {
    const { id, createdAt } = (await asked(t, admin, { list: 'assets' })).body.export
    const { headers } = await opened(t, await ticketFor(t, admin, id), admin.cookie)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="assets-${createdAt.slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

test('the file of the bin is what the bin shows', async () => {
  const { body } = await t.call(admin, assetBin.list)
  const rows = await rowsOf(t, admin, {
    list: 'deleted-assets',
    columns: ['rfidTag', 'deletedAt', 'deletedBy'],
  })
  expect(rows).toEqual(
    body.assets.map(({ rfidTag, deletedAt, deletedBy }) => ({
      ...{ 'RFID Tag': rfidTag, 'Deleted At': moment(deletedAt), 'Deleted By': deletedBy },
    })),
  )
})

test.each([{}, { sort: 'email', direction: 'desc' }, { status: 'active', search: 'keeper' }])(
  'the file of the users is what the list shows with %j',
  async (filter) => {
    await t.person({ name: 'Zoe', city: 'Delhi' })
    const { body } = await t.call(admin, users.list, { query: { size: '500', ...filter } })
    const rows = await rowsOf(t, admin, { list: 'users', filter })
    expect(rows.map((row) => [row.ID, row['User Name'], row['Email ID'], row.Role, row.Location])).toEqual(
      body.users.map((user) => [
        String(user.number),
        user.name,
        user.email,
        user.roleName,
        user.locationName,
      ]),
    )
  },
)

test('the file of the roles is what the list shows, by how many hold them', async () => {
  const { body } = await t.call(admin, roles.list)
  const rows = await rowsOf(t, admin, { list: 'roles' })
  expect(rows).toEqual(
    body.roles.map((role) => ({
      ID: String(role.number),
      'Role Name': role.name,
      Permissions: role.permissions.join(', '),
      Users: String(role.users),
    })),
  )
  const sorted = await rowsOf(t, admin, { list: 'roles', filter: { sort: 'users', direction: 'desc' } })
  const counts = sorted.map((row) => Number(row.Users))
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  const found = await rowsOf(t, admin, { list: 'roles', filter: { search: 'MANAGE' } })
  expect(found.map((row) => row['Role Name'])).toEqual(['User Management'])
})

test.each(Object.keys(masterKinds) as MasterKind[])(
  'the file of the master %s is what it shows',
  async (kind) => {
    const filter = { sort: 'createdAt', direction: 'desc' }
    const { body } = await t.call(admin, masters.list, {
      params: { kind },
      query: { size: '500', ...filter },
    })
    const rows = await rowsOf(t, admin, { list: kind, filter })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(
      body.records.map((record) => ({
        ID: String(record.number),
        'Record ID': record.id,
        Name: record.name,
        'Belongs To': record.path,
        Uses: String(record.uses),
        'Created By': record.createdBy ?? '',
        'Created At': moment(record.createdAt),
      })),
    )
  },
)

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', "=cmd|' /C calc'!A0"])(
  'a text that a spreadsheet would run as a formula is quoted, wherever it stands: %s',
  async (text) => {
    const asset = await stocked(t, { assetName: text, model: text, brand: text, assignedUser: text })
    const columns = ['assetName', 'model', 'brand', 'assignedUser']
    const file = await csvOf(t, admin, { list: 'assets', columns, filter: { search: asset.rfidTag ?? '' } })
    const safe = `"'${text.replaceAll('"', '""')}"`
    expect(file.split('\n')[1]).toBe([safe, safe, safe, safe].join(','))
    const brands = await csvOf(t, admin, { list: 'brand', columns: ['name'], filter: { search: text } })
    expect(brands).toContain(`\n${safe}\n`)
  },
)

test('a tab or a return in front is quoted, too', async () => {
  const { _id: id } = await stocked(t)
  for (const model of ['\tx', '\rx']) {
    await t.db.updateTable('assets').set({ model }).where('id', '=', id).execute()
    const rows = await rowsOf(t, admin, { list: 'assets', columns: ['model'], filter: { search: id } })
    expect(rows).toEqual([{ Model: `'${model}` }])
  }
})

test.each([
  "'; drop table assets; --",
  "\\'; select 1; --",
  '$1',
  '$$',
  '%',
  '_',
  "E'\\\\",
  '{"a"}',
  ') to program',
])('a search for %s finds what the list finds', async (search) => {
  const { body } = await t.call(admin, assets.list, { query: { search, size: '500' } })
  const rows = await rowsOf(t, admin, { list: 'assets', filter: { search } })
  expect(rows.map((row) => row['RFID Tag'])).toEqual(body.assets.map(({ rfidTag }) => rfidTag))
})

const many = 100_000

/** More than all buffers on the way can hold, so that PostgreSQL is still busy while the client waits. */
const manyBrands = () =>
  sql`insert into brands (name) select repeat('b', 190) || n from generate_series(1, ${many}) n`.execute(t.db)

const backends = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where application_name = 'ats export' and datname = current_database()`.execute(t.db)
  return rows[0]?.count
}

describe('over a real connection', () => {
  let port = 0
  beforeAll(async () => {
    await manyBrands()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.server.address() as AddressInfo).port
  })

  /** Reads the headers of the response, and not one byte more. */
  async function started() {
    const { id } = (await asked(t, admin, { list: 'brand', columns: ['name'] })).body.export
    const address = await ticketFor(t, admin, id)
    const request = get({ port, path: address, headers: { cookie: `ats_session=${admin.cookie}` } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    return { id, response }
  }

  test('a reader who leaves stops PostgreSQL', async () => {
    const { response } = await started()
    expect(await backends()).toBe(1)
    response.destroy()
    await expect.poll(backends, { timeout: 5000 }).toBe(0)
  })

  test('a download that is cancelled ends', async () => {
    const { id, response } = await started()
    await t.call(admin, exports.cancel, { params: { id } })
    await expect.poll(backends, { timeout: 8000 }).toBe(0)
    response.resume()
    await expect(once(response, 'end')).rejects.toThrow('aborted')
  })

  test('whoever reads to the end has every row, and the export says how many', async () => {
    const { id, response } = await started()
    let lines = 0
    for await (const chunk of response) lines += String(chunk).split('\n').length - 1
    expect(lines).toBeGreaterThan(many)
    await expect
      .poll(async () => (await t.call(admin, exports.get, { params: { id } })).body.finishedAt)
      .not.toBeNull()
    const { rows, total } = (await t.call(admin, exports.get, { params: { id } })).body
    expect(rows).toBe(total)
    expect(rows).toBe(lines - 1)
  })
})
