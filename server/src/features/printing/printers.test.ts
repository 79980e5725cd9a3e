import { printJobs } from '@ats/contract/print-jobs.ts'
import { printers } from '@ats/contract/printers.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { becomes, jobNow, openPrinter, printerOf, printing, printJobOf } from '#test/printing.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { people, indore, pune } = await limitedPeople(t)
const twoRooms = people['two rooms in two cities']
printing(t)

const change = (id: string, body: object, as = admin) => t.call(as, printers.change, { params: { id }, body })
const namesSeenBy = async (as: typeof admin) =>
  (await t.call(as, printers.list)).body.printers.map(({ id }) => id)

test('a printer is added, changed, retired and brought back, and each is in the ledger', async () => {
  const { id, version } = await printerOf(t, { name: ' Store room ' })
  expect((await change(id, { dpi: 300, version })).body).toMatchObject({
    name: 'Store room',
    dpi: 300,
    version: 2,
  })
  expect((await change(id, { dpi: 600, version })).body.code).toBe('record-changed-meanwhile')
  const retire = () => t.call(admin, printers.retire, { params: { id }, body: {} })
  expect((await retire()).body.retired).toBe(true)
  expect((await retire()).body.code).toBe('printer-retired')
  expect((await t.call(admin, printers.bringBack, { params: { id }, body: {} })).body.retired).toBe(false)
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual(
    ['added', 'changed', 'retired', 'brought-back'].map((action) => `printer.${action}`),
  )
})

test('names are unique, and addresses must be allowed by the operator', async () => {
  const { id, name } = await printerOf(t)
  const create = (given: object) =>
    t.call(admin, printers.create, { body: { name: 'Other', host: '127.0.0.1', dpi: 203, ...given } })
  expect((await create({ name: name.toUpperCase() })).body.fields).toMatchObject({ name: expect.any(String) })
  expect((await create({ host: '10.0.0.1' })).body.code).toBe('printer-address-not-allowed')
  expect((await change(id, { host: '169.254.169.254' })).body.code).toBe('printer-address-not-allowed')
  expect((await create({ host: 'a b' })).body.code).toBe('printer-host-malformed')
  expect((await create({ port: 0 })).body.code).toBe('printer-port-out-of-range')
})

test('an address whose name leads elsewhere is not used', async () => {
  // Resolved at the connection: the name may lead to another address later.
  const { id } = await printerOf(t, { host: 'no-such-printer.invalid' })
  const { body } = await t.call(admin, printers.test, { params: { id } })
  expect(body).toEqual({ ready: false, trouble: 'name-unknown', waiting: null })
})

test('a test says what the printer says', async () => {
  const { simulated, printer } = await openPrinter(t)
  const status = async () => (await t.call(admin, printers.test, { params: { id: printer.id } })).body
  expect(await status()).toEqual({ ready: true, trouble: null, waiting: 0 })
  simulated.trouble = 'head-open'
  expect(await status()).toMatchObject({ ready: false, trouble: 'head-open' })
  await simulated.die()
  expect(await status()).toMatchObject({ ready: false, trouble: 'unreachable' })
})

test('people with two rooms use the printers of their rooms and those of everybody', async () => {
  const everybody = await printerOf(t)
  const [here, there] = [
    await printerOf(t, { placeId: indore.room }),
    await printerOf(t, { placeId: indore.aou }),
  ]
  const seen = await namesSeenBy(twoRooms)
  expect([everybody, here, there].map(({ id }) => seen.includes(id))).toEqual([true, true, false])
  expect((await change(there.id, { dpi: 300 }, twoRooms)).status).toBe(404)
  expect((await change(everybody.id, { dpi: 300 }, twoRooms)).body.code).toBe('masters-need-everywhere')
  expect((await change(here.id, { placeId: pune.aou }, twoRooms)).body.code).toBe('place-unknown')
  expect((await change(here.id, { placeId: null }, twoRooms)).body.code).toBe('printer-place-required')
  expect((await change(here.id, { placeId: pune.room }, twoRooms)).status).toBe(200)
  const ids = [(await stocked(t, { placeId: indore.room }))._id]
  const job = await t.call(twoRooms, printJobs.create, {
    body: { design: 'asset-small', printerId: there.id, ids },
  })
  expect(job.body.code).toBe('printer-unknown')
})

test('people with two rooms print labels of assets in them only', async () => {
  const { printer } = await openPrinter(t)
  const mine = [
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { location: 'pune', placeId: pune.room }),
  ]
  const ids = [...mine, await stocked(t, { placeId: indore.aou })].map(({ _id }) => _id)
  const given = { printerId: printer.id, ids, again: true }
  const job = await printJobOf(t, twoRooms, given)
  expect(await becomes(t, twoRooms, job, 'done')).toMatchObject({ total: 2, printed: 2 })
  expect((await jobNow(t, admin, job)).code).toBe('print-job-not-found')
  const preview = (id = '') =>
    t.call(twoRooms, printJobs.preview, { params: { id }, query: { design: 'asset-small' } })
  expect((await preview(ids[2])).status).toBe(404)
  const { body } = await preview(ids[0])
  expect(body).toMatchObject({ widthMm: 50, heightMm: 25, dotsPerMm: 8 })
  expect(body.zpl).toContain(`/asset/${ids[0]}`)
  expect(body.zpl).not.toContain('RFW')
})

test('a retired printer gets no jobs, and its jobs stop', async () => {
  const { simulated, printer } = await openPrinter(t)
  simulated.trouble = 'paused'
  const ids = [(await stocked(t))._id]
  const job = await printJobOf(t, admin, { printerId: printer.id, ids, again: true })
  await expect.poll(async () => (await jobNow(t, admin, job)).trouble, { timeout: 10_000 }).toBe('paused')
  const params = { id: printer.id }
  await t.call(admin, printers.retire, { params, body: {} })
  expect(await becomes(t, admin, job, 'stopped')).toMatchObject({ code: 'printer-retired', printed: 0 })
  const body = { design: 'asset-small', printerId: printer.id, ids }
  expect((await t.call(admin, printJobs.create, { body })).body.code).toBe('printer-retired')
})

test('invalid jobs are refused', async () => {
  const { id: printerId } = await printerOf(t)
  const create = async (given: object) =>
    (await t.call(admin, printJobs.create, { body: { design: 'asset-small', printerId, ...given } })).body
      .code
  const ids = [(await stocked(t))._id]
  expect(await create({})).toBe('assets-or-filter')
  expect(await create({ ids, filter: {} })).toBe('assets-or-filter')
  expect(await create({ ids, design: 'room' })).toBe('print-design-not-for-these')
  expect(await create({ ids, dpi: 300 })).toBe('print-dpi-of-file')
  expect(await create({ ids, seriesId: printerId })).toBe('tag-series-unknown')
  expect(await create({ ids: [printerId] })).toBe('print-job-empty')
  const params = { id: printerId }
  expect((await t.call(admin, printJobs.repeat, { params, body: { from: 3, to: 2 } })).body.code).toBe(
    'print-range-reversed',
  )
})
