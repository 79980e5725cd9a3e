import { randomUUID } from 'node:crypto'
import { handhelds } from '@ats/contract/handhelds.ts'
import { printJobs } from '@ats/contract/print-jobs.ts'
import { printers } from '@ats/contract/printers.ts'
import { sql } from 'kysely'
import type { Person, TestApp } from './app.ts'
import type { Row, Rows } from './matrix-row.ts'
import { administratorOf, siteIn, stocked } from './stock.ts'

/** A printer in a place; nothing is at its address. */
async function placedPrinter(t: TestApp, isRetired = false) {
  const { room } = await siteIn(t, 'Indore')
  // There can be only so many.
  await sql`with jobs as (update print_jobs set printer_id = null) delete from printers`.execute(t.db)
  const body = { name: randomUUID(), host: '127.0.0.1', port: 1, dpi: 203, placeId: room }
  const made = await t.call(await administratorOf(t), printers.create, { body })
  if (made.status !== 201) throw new Error(made.text)
  const params = { id: made.body.id }
  if (isRetired) await t.call(await administratorOf(t), printers.retire, { params, body: {} })
  return { params }
}

const aboutPrinter = (body?: object, isRetired?: boolean): Row => ({
  elsewhere: 404,
  input: async (t) => ({ ...(await placedPrinter(t, isRetired)), ...(body && { body }) }),
})

const newFile = async (t: TestApp) => ({
  design: 'asset-small',
  printerId: null,
  dpi: 203,
  ids: [(await stocked(t))._id],
})

/** A job of the caller, in the state that a request needs; unknown if they may have none. */
async function ownPrintJob(t: TestApp, as: Person | null, status = 'ready') {
  const made = await t.call(as, printJobs.create, { body: await newFile(t) })
  const id: string = made.body.id ?? randomUUID()
  if (status !== 'ready') {
    const { params } = await placedPrinter(t)
    await sql`update print_jobs set status = ${status}, printer_id = ${params.id} where id = ${id}`.execute(
      t.db,
    )
  }
  return { params: { id } }
}

/** Nothing of the job is in sight, so that it cannot start. */
const nothingThere = 400
const ofJob = (status?: string, body?: object): Row => ({
  elsewhere: 404,
  input: async (t, as) => ({ ...(await ownPrintJob(t, as, status)), ...(body && { body }) }),
})

const handheldIn = async (t: TestApp) => {
  const { room: placeId } = await siteIn(t, 'Indore')
  const made = await t.call(await administratorOf(t), handhelds.add, {
    body: { name: randomUUID(), placeId },
  })
  return { params: { id: made.body.handheld.id } }
}
const aboutHandheld = (body?: object): Row => ({
  elsewhere: 404,
  input: async (t) => ({ ...(await handheldIn(t)), ...(body && { body }) }),
})

export const printingRows: Rows<'printers' | 'printJobs' | 'handhelds'> = {
  'handhelds.list': {},
  'handhelds.add': {
    elsewhere: 400,
    input: async (t) => ({
      body: { name: randomUUID(), placeId: (await siteIn(t, 'Indore')).room },
    }),
  },
  'handhelds.change': aboutHandheld({ model: 'MC3330xR' }),
  'handhelds.renew': aboutHandheld(),
  'handhelds.revoke': aboutHandheld(),
  'printers.list': {},
  'printers.create': {
    elsewhere: 400,
    input: async (t) => {
      const { room: placeId } = await siteIn(t, 'Indore')
      await sql`with jobs as (update print_jobs set printer_id = null) delete from printers`.execute(t.db)
      return { body: { name: randomUUID(), host: '127.0.0.1', port: 1, dpi: 203, placeId } }
    },
  },
  'printers.change': aboutPrinter({ dpi: 300 }),
  'printers.retire': aboutPrinter({}),
  'printers.bringBack': aboutPrinter({}, true),
  'printers.test': aboutPrinter(),
  'printJobs.list': {},
  'printJobs.create': { elsewhere: nothingThere, input: async (t) => ({ body: await newFile(t) }) },
  'printJobs.get': ofJob(),
  'printJobs.labels': ofJob(),
  'printJobs.stop': ofJob('waiting'),
  'printJobs.continue': ofJob('stopped'),
  'printJobs.repeat': ofJob('ready', { from: 1, to: 1 }),
  'printJobs.zpl': ofJob(),
  'printJobs.preview': {
    elsewhere: 404,
    input: async (t) => ({ params: { id: (await stocked(t))._id }, query: { design: 'asset-small' } }),
  },
}
