import { answerCalls } from '../support/network.ts'
import { go } from '../support/within.ts'
import { fieldId } from './own-field.ts'
import { asha, type Scene } from './scene.ts'

const at = '2026-11-02T09:30:00.000Z'

const aPrinter = (number: number, given: object) => ({
  ...{ id: fieldId(number), name: `Printer ${number}`, host: '10.1.4.20', port: 9100, dpi: 203, place: null },
  ...{ retired: false, createdBy: 'Asha Rao', createdAt: at, version: 1, ...given },
})

const aJob = (number: number, given: object) => ({
  ...{ id: fieldId(number), design: 'asset-small', dpi: 203, seriesId: null, message: null, code: null },
  ...{ printer: { id: fieldId(81), name: 'ZD621' }, trouble: null, status: 'done' },
  ...{ total: 1200, printed: 1200, skipped: 0, voided: 0, createdAt: at, finishedAt: at, ...given },
})

const printers = [
  aPrinter(81, { name: 'ZD621', dpi: 300 }),
  aPrinter(82, { name: 'Old printer', retired: true, place: { id: fieldId(83), path: 'Pune > MM West' } }),
]

const aHandheld = (number: number, given: object) => ({
  ...{ id: fieldId(number), name: 'Dock 7', model: 'MC3330xR', place: null, revoked: false },
  ...{ tokenMadeAt: at, lastSeenAt: null, createdBy: 'Asha Rao', createdAt: at, version: 1, ...given },
})

const handhelds = [
  aHandheld(87, { lastSeenAt: at }),
  aHandheld(88, {
    ...{ name: 'Lost sled', model: '', revoked: true, place: { id: fieldId(83), path: 'Pune > MM West' } },
  }),
]

/** Real printers are not there, and jobs would show other numbers in each run. */
export const printingScenes: Scene[] = [
  {
    name: 'label-printers',
    heading: 'Label Printers',
    steps: async ({ page, be }) => {
      await answerCalls(page, '/api/v1/printers', { json: { printers } })
      await be(asha)
      await go(page, '/dashboard/default/masters/label-printers')
      await page.getByText('Old printer').waitFor()
    },
  },
  {
    name: 'handhelds',
    heading: 'Handhelds',
    steps: async ({ page, be }) => {
      await answerCalls(page, '/api/v1/handhelds', { json: { handhelds } })
      await be(asha)
      await go(page, '/dashboard/default/masters/handhelds')
      await page.getByText('Lost sled').waitFor()
    },
  },
  {
    name: 'print-jobs',
    heading: 'Print Jobs',
    steps: async ({ page, be }) => {
      const jobs = [
        aJob(84, { status: 'printing', trouble: 'paper-out', printed: 480, voided: 6, finishedAt: null }),
        aJob(85, { printed: 1193, skipped: 7 }),
        aJob(86, { status: 'ready', printer: null, total: 40, printed: 0 }),
      ]
      await answerCalls(page, '/api/v1/print-jobs', { json: { jobs } })
      await be(asha)
      await go(page, '/dashboard/default/manage-asset/print-jobs')
      await page.getByText('The printer has no labels left.').waitFor()
    },
  },
]
