import { z } from 'zod'
import { assetFilter } from './assets/assets.ts'
import { exceptions } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { pageQuery, pageReply } from './paging.ts'
import { dpi, printerTroubles } from './printers.ts'
import { says } from './problems/fields.ts'
import { saidOfWork } from './problems/message.ts'

export const labelDesigns = ['asset-small', 'asset-large', 'room'] as const
export type LabelDesign = (typeof labelDesigns)[number]

/** Sent to a printer. */
export const mostLabels = 100_000
/** Downloaded as ZPL. */
export const mostInFile = 1000

/** `stopped`: by a person or by a problem; it can be continued. A file stays `ready`. */
export const printJobStatuses = ['waiting', 'printing', 'stopped', 'done', 'ready'] as const
export type PrintJobStatus = (typeof printJobStatuses)[number]

/** `sent`: on its way to the printer, or in a file. */
export const labelStates = ['waiting', 'sent', 'printed', 'skipped'] as const
export type LabelState = (typeof labelStates)[number]

export const printJob = z.object({
  id: z.uuid(),
  design: z.enum(labelDesigns),
  dpi,
  printer: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null: the labels are a file.'),
  seriesId: z.uuid().nullable(),
  status: z.enum(printJobStatuses),
  trouble: z.enum(printerTroubles).nullable().describe('What the printer waits for.'),
  ...saidOfWork('Why it stopped by itself.'),
  total: z.number().int(),
  printed: z.number().int(),
  skipped: z.number().int(),
  voided: z
    .number()
    .int()
    .describe('Numbers that became void, because their labels were spoilt or in doubt.'),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type PrintJob = z.infer<typeof printJob>

export const printLabel = z.object({
  position: z.number().int(),
  assetId: z.uuid().nullable(),
  placeId: z.uuid().nullable(),
  text: z
    .string()
    .nullable()
    .describe('The id of the asset or the name of the place, if the caller sees it.'),
  tag: z.string().nullable().describe('Null: nothing is written to the chip.'),
  state: z.enum(labelStates),
  ...saidOfWork('Why it was skipped.'),
  at: z.string().nullable(),
})
export type PrintLabel = z.infer<typeof printLabel>

const owner = z
  .string()
  .trim()
  .max(60, says('text-too-long'))
  .describe('A text for all labels, such as a name.')

const look = { design: z.enum(labelDesigns), owner: owner.default('') }

const oneSource = (given: { ids?: unknown; filter?: unknown; placeIds?: unknown; except?: unknown }) =>
  [given.ids, given.filter, given.placeIds].filter((one) => one !== undefined).length === 1 &&
  (given.except === undefined || given.filter !== undefined)

export const newPrintJob = z
  .object({
    ...look,
    printerId: id.nullable().describe('Null: the labels are downloaded as ZPL.'),
    dpi: dpi.optional().describe('Only of a file; otherwise that of the printer.'),
    seriesId: id
      .nullable()
      .default(null)
      .describe('Assets without a tag get a number of this series. Without it they are skipped.'),
    again: z
      .boolean()
      .default(false)
      .describe(
        'Also labels that were printed before. An expected tag is replaced by a new number; a confirmed tag is not written.',
      ),
    ids: z.array(id).min(1).max(10_000).optional().describe('These assets.'),
    filter: assetFilter
      .omit({ cursor: true, size: true })
      .optional()
      .describe('All assets that a list with this filter shows.'),
    except: exceptions,
    placeIds: z.array(id).min(1).max(mostInFile).optional().describe('These places, for the design `room`.'),
  })
  .refine(oneSource, { path: ['ids'], message: says('assets-or-filter') })
  .refine(({ design, placeIds }) => (design === 'room') === (placeIds !== undefined), {
    ...{ path: ['design'], message: says('print-design-not-for-these') },
  })
  .refine(({ printerId, dpi: given }) => (printerId === null) === (given !== undefined), {
    ...{ path: ['dpi'], message: says('print-dpi-of-file') },
  })
export type NewPrintJob = z.input<typeof newPrintJob>

export const printRange = z
  .object({ from: z.number().int().min(1).max(mostLabels), to: z.number().int().min(1).max(mostLabels) })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: says('print-range-reversed') })

export const printLabelFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  labelState: z.enum(labelStates).optional(),
})
export type PrintLabelFilter = z.infer<typeof printLabelFilter>

export const previewQuery = z.object({
  ...look,
  design: look.design.default('asset-small'),
  dpi: z.coerce.number().pipe(dpi).default(203),
})

const byId = z.object({ id })
const path = '/api/v1/print-jobs'
const writing = {
  method: 'POST',
  permission: 'manage-asset',
  writes: ['print-job', 'asset', 'tag-series'],
} as const
const reading = { method: 'GET', permission: 'manage-asset', reads: ['print-job'] } as const

export const printJobs = {
  list: endpoint({
    ...{ ...reading, path },
    summary: "The caller's own print jobs, the newest fifty",
    reply: z.object({ jobs: z.array(printJob) }),
  }),
  create: endpoint({
    ...{ ...writing, path, status: 201, takesKey: true },
    summary: 'Print labels of assets or places, or prepare them as a file of ZPL; takes an Idempotency-Key',
    body: newPrintJob,
    reply: printJob,
  }),
  get: endpoint({
    ...{ ...reading, path: `${path}/:id` },
    summary: 'One print job',
    params: byId,
    reply: printJob,
  }),
  labels: endpoint({
    ...{ ...reading, path: `${path}/:id/labels`, rows: 'labels' },
    summary: 'The labels of a print job, in their order',
    params: byId,
    query: printLabelFilter,
    reply: z.object({ labels: z.array(printLabel), ...pageReply }),
  }),
  stop: endpoint({
    ...{ ...writing, path: `${path}/:id/stop` },
    summary: 'Stop a print job, after the labels that are being printed',
    params: byId,
    reply: printJob,
  }),
  continue: endpoint({
    ...{ ...writing, path: `${path}/:id/continue` },
    summary: 'Continue a stopped print job',
    params: byId,
    reply: printJob,
  }),
  repeat: endpoint({
    ...{ ...writing, path: `${path}/:id/repeat`, status: 201, takesKey: true },
    summary: 'Print a range of the labels of a job again, as another job; takes an Idempotency-Key',
    params: byId,
    body: printRange,
    reply: printJob,
  }),
  zpl: endpoint({
    ...{ ...reading, path: `${path}/:id/zpl` },
    summary: 'The labels of a file as ZPL',
    params: byId,
    reply: 'file',
  }),
  preview: endpoint({
    ...{ ...reading, path: '/api/v1/label-preview/:id', reads: ['asset', 'place'] },
    summary: 'The ZPL of the label of an asset, or of a place with the design `room`, without a tag',
    params: byId,
    query: previewQuery,
    reply: z.object({ zpl: z.string(), widthMm: z.number(), heightMm: z.number(), dotsPerMm: z.number() }),
  }),
}
