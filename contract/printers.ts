import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

/** Dots per inch: 8, 12 or 24 dots on a millimetre. */
export const dpi = z.literal([203, 300, 600])

/** What keeps a printer from printing. The worker tries again until somebody stops the job. */
export const printerTroubles = [
  ...(['address-not-allowed', 'name-unknown', 'unreachable', 'timeout'] as const),
  ...(['paper-out', 'ribbon-out', 'head-open', 'paused'] as const),
] as const
export type PrinterTrouble = (typeof printerTroubles)[number]

export const printer = z.object({
  id: z.uuid(),
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  dpi,
  place: z
    .object({ id: z.uuid(), path: z.string() })
    .nullable()
    .describe('Only people who see this place may use the printer; null: everybody.'),
  retired: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version,
})
export type Printer = z.infer<typeof printer>

const fields = z.object({
  name: neededText('name-required').max(100, says('text-too-long')),
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, says('text-too-long'))
    .regex(/^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/, says('printer-host-malformed'))
    .describe('A name or an IP address, without a port.'),
  port: z
    .number()
    .int()
    .min(1, says('printer-port-out-of-range'))
    .max(65_535, says('printer-port-out-of-range')),
  dpi,
  placeId: id.nullable(),
})
export const newPrinter = fields.extend({
  port: fields.shape.port.default(9100),
  placeId: fields.shape.placeId.default(null),
})
export type NewPrinter = z.input<typeof newPrinter>

export const printerChange = fields.partial().extend({ version: editedVersion })
export type PrinterChange = z.infer<typeof printerChange>

export const printerStatus = z.object({
  ready: z.boolean(),
  trouble: z.enum(printerTroubles).nullable(),
  waiting: z
    .number()
    .int()
    .nullable()
    .describe('Labels in the memory of the printer; null if it did not answer.'),
})
export type PrinterStatus = z.infer<typeof printerStatus>

const byId = z.object({ id })
const path = '/api/v1/printers'
const writing = { method: 'POST', permission: 'master', writes: ['printer'] } as const
const versioned = printerChange.pick({ version: true })

export const printers = {
  list: endpoint({
    ...{ method: 'GET', path, permission: ['master', 'manage-asset'], reads: ['printer'] },
    summary: 'The label printers that the caller may use, by name, also retired ones',
    reply: z.object({ printers: z.array(printer) }),
  }),
  create: endpoint({
    ...{ ...writing, path, status: 201 },
    summary: 'Add a label printer. Its address must be among those that the operator allows',
    body: newPrinter,
    reply: printer,
  }),
  change: endpoint({
    ...{ ...writing, method: 'PATCH', path: `${path}/:id` },
    summary: 'Change a label printer',
    params: byId,
    body: printerChange,
    reply: printer,
  }),
  retire: endpoint({
    ...{ ...writing, path: `${path}/:id/retire` },
    summary: 'Retire a label printer: its jobs stop, and it gets no more',
    params: byId,
    body: versioned,
    reply: printer,
  }),
  bringBack: endpoint({
    ...{ ...writing, path: `${path}/:id/bring-back` },
    summary: 'Use a retired label printer again',
    params: byId,
    body: versioned,
    reply: printer,
  }),
  test: endpoint({
    ...{ ...writing, path: `${path}/:id/test`, permission: ['master', 'manage-asset'], writes: [] },
    summary: 'Ask a label printer for its status',
    params: byId,
    reply: printerStatus,
  }),
}
