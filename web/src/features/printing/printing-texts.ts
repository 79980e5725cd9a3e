import type { LabelDesign, PrintJob } from '@ats/contract/print-jobs.ts'
import type { PrinterTrouble } from '@ats/contract/printers.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { JobStatus } from '#ui/jobs/job-list.tsx'

export const designTexts: Record<LabelDesign, () => string> = {
  'asset-small': m.printing_design_small,
  'asset-large': m.printing_design_large,
  room: m.printing_design_room,
}

export const troubleTexts: Record<PrinterTrouble, () => string> = {
  'address-not-allowed': m.printing_trouble_address,
  'name-unknown': m.printing_trouble_name,
  unreachable: m.printing_trouble_unreachable,
  timeout: m.printing_trouble_timeout,
  'paper-out': m.printing_trouble_paper,
  'ribbon-out': m.printing_trouble_ribbon,
  'head-open': m.printing_trouble_open,
  paused: m.printing_trouble_paused,
}

export const statuses: Record<PrintJob['status'], JobStatus> = {
  waiting: { text: m.printing_waiting, color: 'gray' },
  printing: { text: m.printing_printing, color: 'blue' },
  stopped: { text: m.printing_stopped, color: 'orange' },
  done: { text: m.printing_done, color: 'teal' },
  ready: { text: m.printing_ready, color: 'teal' },
}

/** What became of the labels so far. */
export function countsText({ total, printed, skipped, voided, printer }: PrintJob) {
  const done =
    printer === null
      ? m.printing_in_file({ count: formatNumber(total - skipped) })
      : m.printing_done_of({ done: formatNumber(printed), total: formatNumber(total) })
  return [
    done,
    ...(skipped > 0 ? [m.printing_skipped({ count: formatNumber(skipped) })] : []),
    ...(voided > 0 ? [m.printing_voided({ count: formatNumber(voided) })] : []),
  ].join(' · ')
}
