import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { printJobs } from '@ats/contract/print-jobs.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { becomes, jobNow, labelsOf, openPrinter, printing, printJobOf, tryAgain } from '#test/printing.ts'
import { administratorOf, ledgerOf, siteIn, stocked } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { errors } = printing(t)
const series = await tagSeriesOf(t)
const seriesId = series.id

/** Assets without tags. */
const untagged = async (count: number) => {
  const ids: string[] = []
  while (ids.length < count) {
    const { _id } = await stocked(t)
    await t.call(admin, assetTags.lose, { params: { id: _id } })
    ids.push(_id)
  }
  return ids
}
const assetNow = async (id: string) => (await t.call(admin, assets.get, { params: { id } })).body
const tagsOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await assetNow(id)).rfidTag))
const voidTags = async () =>
  (await t.call(admin, tagNumbers.voids, { params: { id: seriesId } })).body.voids.map(({ tag }) => tag)
const actionsOf = async (id: string) => (await ledgerOf(t, id)).map(({ action }) => action).slice(2)

test('labels of assets without tags are printed with reserved numbers, in order, and each is in the ledger', async () => {
  const { simulated, printer } = await openPrinter(t)
  const ids = await untagged(25)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({
    total: 25,
    printed: 25,
    skipped: 0,
    voided: 0,
  })
  expect(simulated.tags).toEqual(await tagsOf(ids))
  expect(await assetNow(ids[0] ?? '')).toMatchObject({ rfidTag: simulated.tags[0], tagExpected: true })
  expect(await actionsOf(ids[3] ?? '')).toEqual(['asset.tag-expected', 'asset.label-printed'])
  expect((await ledgerOf(t, ids[3] ?? '')).at(-1)).toMatchObject({
    ...{ actor: admin.id, after: { label: simulated.tags[3], printer: printer.name } },
  })
  expect((await labelsOf(t, admin, job)).map(({ assetId, state }) => [assetId, state])).toEqual(
    ids.map((id) => [id, 'printed']),
  )
  expect((await ledgerOf(t, job.id)).map(({ action }) => action)).toEqual([
    'print-job.started',
    'print-job.finished',
  ])
  expect(errors).toEqual([])
})

test('a spoilt label is printed again with another number, and its own becomes void', async () => {
  const { simulated, printer } = await openPrinter(t)
  simulated.spoilNext = 3
  const ids = await untagged(12)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 12, voided: 3 })
  const spoilt = simulated.printed.filter((label) => label.spoilt).map(({ tag }) => tag)
  expect(new Set(simulated.tags)).toEqual(new Set(await tagsOf(ids)))
  expect(await voidTags()).toEqual(expect.arrayContaining(spoilt))
  expect(await actionsOf(ids[0] ?? '')).toEqual([
    ...['asset.tag-expected', 'asset.label-voided', 'asset.tag-expected', 'asset.label-printed'],
  ])
})

test('after five spoilt labels in a row the job stops, and can be continued', async () => {
  const { simulated, printer } = await openPrinter(t)
  simulated.spoilNext = 1000
  const ids = await untagged(12)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  expect(await becomes(t, admin, job, 'stopped')).toMatchObject({
    code: 'print-stopped-by-voids',
    printed: 0,
  })
  simulated.spoilNext = 0
  await t.call(admin, printJobs.continue, { params: { id: job.id } })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ code: null, printed: 12 })
})

test('a printer without paper is waited for', async () => {
  const { simulated, printer } = await openPrinter(t, { msPerLabel: 20 })
  const ids = await untagged(15)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  await expect.poll(() => simulated.printed.length, { interval: 10 }).toBeGreaterThan(3)
  simulated.trouble = 'paper-out'
  await expect.poll(async () => (await jobNow(t, admin, job)).trouble, { timeout: 10_000 }).toBe('paper-out')
  simulated.resume()
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 15, voided: 0, trouble: null })
  expect(new Set(simulated.tags).size).toBe(15)
})

test('after a power cut labels in doubt get new numbers', async () => {
  const { simulated, printer } = await openPrinter(t)
  simulated.diesAfter = 4
  const ids = await untagged(15)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  await expect
    .poll(async () => (await jobNow(t, admin, job)).trouble, { timeout: 10_000 })
    .toBe('unreachable')
  await simulated.start()
  await tryAgain(t)
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 15 })
  expect(new Set(simulated.tags).size).toBe(simulated.tags.length)
  const tags = await tagsOf(ids)
  const inDoubt = simulated.tags.filter((tag) => !tags.includes(tag))
  expect(await voidTags()).toEqual(expect.arrayContaining(inDoubt))
  expect(simulated.tags).toEqual(expect.arrayContaining(tags))
})

test('a stopped job prints no more, and continues where it stopped', async () => {
  const { simulated, printer } = await openPrinter(t, { msPerLabel: 30 })
  const ids = await untagged(25)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  await expect.poll(() => simulated.printed.length, { interval: 10 }).toBeGreaterThan(2)
  const stopped = await t.call(admin, printJobs.stop, { params: { id: job.id } })
  expect(stopped.body.status).toBe('stopped')
  await expect.poll(async () => (await jobNow(t, admin, job)).printed, { timeout: 5_000 }).toBe(10)
  expect(simulated.printed).toHaveLength(10)
  expect((await t.call(admin, printJobs.stop, { params: { id: job.id } })).body.code).toBe(
    'print-job-not-running',
  )
  await t.call(admin, printJobs.continue, { params: { id: job.id } })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 25, voided: 0 })
  expect(simulated.tags).toEqual(await tagsOf(ids))
})

test('a repeated range gets new numbers, and labels of confirmed tags are not written', async () => {
  const { simulated, printer } = await openPrinter(t)
  const ids = await untagged(5)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  await becomes(t, admin, job, 'done')
  const before = await tagsOf(ids)
  const confirmed = { params: { id: ids[2] ?? '' }, body: { rfidTag: before[2] ?? '' } }
  expect((await t.call(admin, assetTags.confirm, confirmed)).status).toBe(200)
  const repeated = await t.call(admin, printJobs.repeat, { params: { id: job.id }, body: { from: 2, to: 3 } })
  expect(repeated.status).toBe(201)
  expect(await becomes(t, admin, repeated.body, 'done')).toMatchObject({ total: 2, printed: 2 })
  const after = await tagsOf(ids)
  expect(after.map((tag, at) => tag === before[at])).toEqual([true, false, true, true, true])
  expect(simulated.printed.slice(5).map(({ tag }) => tag)).toEqual([after[1], null])
  expect(await voidTags()).toContain(before[1])
})

test('labels that were printed before, of tags on assets and without a series are skipped', async () => {
  const { printer } = await openPrinter(t)
  const [first = '', second = ''] = await untagged(2)
  const tagged = await stocked(t)
  await becomes(
    t,
    admin,
    await printJobOf(t, admin, { printerId: printer.id, seriesId, ids: [first] }),
    'done',
  )
  const job = await printJobOf(t, admin, { printerId: printer.id, ids: [first, second, tagged._id] })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 0, skipped: 3 })
  expect((await labelsOf(t, admin, job)).map(({ code }) => code)).toEqual([
    ...['label-printed-before', 'label-without-series', 'label-tag-on-asset'],
  ])
})

test('an exhausted series stops the job with its reason', async () => {
  const { printer } = await openPrinter(t)
  const small = await tagSeriesOf(t, { lastSerial: '3' })
  const job = await printJobOf(t, admin, {
    printerId: printer.id,
    seriesId: small.id,
    ids: await untagged(5),
  })
  expect(await becomes(t, admin, job, 'stopped')).toMatchObject({
    code: 'tag-series-exhausted',
    params: { left: '3' },
  })
})

test('labels of places need no chip', async () => {
  const { simulated, printer } = await openPrinter(t)
  const site = await siteIn(t, 'Indore')
  const job = await printJobOf(t, admin, {
    design: 'room',
    printerId: printer.id,
    placeIds: [site.room, site.aou],
  })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 2 })
  expect(simulated.printed.every(({ zpl, tag }) => tag === null && zpl.includes(`/place/`))).toBe(true)
})

test('labels by a filter are those of the list, without exceptions', async () => {
  const { printer } = await openPrinter(t)
  const { room } = await siteIn(t, 'Indore')
  const made = await Promise.all([1, 2, 3].map(() => stocked(t, { placeId: room })))
  for (const { _id } of made) await t.call(admin, assetTags.lose, { params: { id: _id } })
  const except = [made[0]?._id ?? '']
  const job = await printJobOf(t, admin, {
    printerId: printer.id,
    seriesId,
    filter: { placeId: room },
    except,
  })
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ total: 2, printed: 2 })
})

test('a file has every label, and its numbers are printed nowhere else', async () => {
  const ids = await untagged(3)
  const file = await printJobOf(t, admin, { dpi: 300, seriesId, ids, owner: 'Acme^XZ' })
  expect(file).toMatchObject({ status: 'ready', total: 3, printer: null })
  const { text, headers } = await t.call(admin, printJobs.zpl, { params: { id: file.id } })
  expect(headers['content-disposition']).toContain('labels.zpl')
  expect(text.match(/\^XA/g)).toHaveLength(3)
  expect(text.match(/\^XZ/g)).toHaveLength(3)
  for (const tag of await tagsOf(ids)) expect(text).toContain(`^RFW,H,2,12,1^FD${tag}^FS`)
  const again = await printJobOf(t, admin, { dpi: 300, seriesId, ids })
  expect(again).toMatchObject({ status: 'ready', skipped: 3 })
})

test('a request with a key starts one job', async () => {
  const { printer } = await openPrinter(t)
  const headers = { ...admin.headers, 'idempotency-key': 'print-1' }
  const body = { design: 'asset-small', printerId: printer.id, seriesId, ids: await untagged(1) }
  const [one, two] = [
    await t.call({ headers }, printJobs.create, { body }),
    await t.call({ headers }, printJobs.create, { body }),
  ]
  expect([one.status, two.body.id]).toEqual([201, one.body.id])
  const { jobs } = (await t.call(admin, printJobs.list)).body
  expect(jobs.filter(({ printer: on }) => on?.id === printer.id)).toHaveLength(1)
})

test('a worker that dies leaves labels in doubt to the next one, and never prints for a printer of another', async () => {
  const { simulated, printer } = await openPrinter(t)
  await sql`update printers set leased_by = ${admin.id}, leased_until = now() + interval '1 minute' where id = ${printer.id}`.execute(
    t.db,
  )
  const ids = await untagged(3)
  const job = await printJobOf(t, admin, { printerId: printer.id, seriesId, ids })
  await new Promise((done) => setTimeout(done, 300))
  expect(simulated.printed).toEqual([])
  // What the dead worker had written down: numbers, and that the labels are on their way.
  await sql`update printers set leased_until = now() where id = ${printer.id}`.execute(t.db)
  await tryAgain(t)
  expect(await becomes(t, admin, job, 'done')).toMatchObject({ printed: 3 })
})
