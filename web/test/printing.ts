import type { PrintJob } from '@ats/contract/print-jobs.ts'
import type { Printer } from '@ats/contract/printers.ts'
import { idOf } from './listed.ts'

const at = '2026-11-16T09:30:00.000Z'

export const printerNumbered = (number: number, given: Partial<Printer> = {}): Printer => ({
  ...{ id: idOf(number), name: `Printer ${number}`, host: '10.1.4.20', port: 9100, dpi: 203, place: null },
  ...{ retired: false, createdBy: 'Asha Rao', createdAt: at, version: 1, ...given },
})

/** A job of ten labels that is done. */
export const printJobNumbered = (number: number, given: Partial<PrintJob> = {}): PrintJob => ({
  ...{ id: idOf(number), design: 'asset-small', dpi: 203, printer: { id: idOf(90), name: 'Printer 90' } },
  ...{ seriesId: null, status: 'done', trouble: null, message: null, code: null, total: 10, printed: 10 },
  ...{ skipped: 0, voided: 0, createdAt: at, finishedAt: at, ...given },
})
