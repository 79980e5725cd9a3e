import { type NewPrintJob, type PrintJob, printJobs } from '@ats/contract/print-jobs.ts'
import { type NewPrinter, type PrinterChange, printers } from '@ats/contract/printers.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'
import { useSubmissionKey } from '#kernel/http/submission-key.ts'
import { useChange, useWriting } from '#kernel/http/use-change.ts'

const askAgainMs = 1000

export const isUnderWay = ({ status }: Pick<PrintJob, 'status'>) =>
  status === 'waiting' || status === 'printing'

export const printerList = query(printers.list, {}, { select: (reply) => reply.printers })

/** Polled every second while one is printed, so that its progress moves. */
export const ownPrintJobs = query(
  printJobs.list,
  {},
  {
    select: (reply) => reply.jobs,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? askAgainMs : false),
    staleTime: 0,
  },
)

const of = (id: string) => ({ params: { id } })

/** As many as the dialog shows. */
const size = 100
export const skippedLabels = (id: string) =>
  query(
    printJobs.labels,
    { ...of(id), query: { size, labelState: 'skipped' } },
    { select: (reply) => reply.labels },
  )

type Preview = { id: string; design: PrintJob['design']; owner: string; dpi: PrintJob['dpi'] }
export const labelPreview = ({ id, ...look }: Preview) =>
  query(printJobs.preview, { ...of(id), query: look }, { keepsPrevious: true })

export const useAddPrinter = () => useChange(printers.create, (body: NewPrinter) => ({ body })).mutateAsync
export const useChangePrinter = (id: string) =>
  useChange(printers.change, (body: PrinterChange) => ({ ...of(id), body })).mutateAsync

type Step = { id: string; version?: number }
const step = ({ id, ...body }: Step) => ({ ...of(id), body })
export const useRetirePrinter = () => useChange(printers.retire, step).mutateAsync
export const useBringBackPrinter = () => useChange(printers.bringBack, step).mutateAsync
export const useTestPrinter = () => useChange(printers.test, of).mutateAsync

/** A repeated request prints nothing twice. */
export function useStartPrinting() {
  const submission = useSubmissionKey()
  const { create } = printJobs
  return useWriting(create.writes, (body: NewPrintJob) =>
    call(create, { body }, { key: submission.keyFor(body, null) }),
  ).mutateAsync
}

type Range = { from: number; to: number }
export function useRepeatPrinting(id: string) {
  const submission = useSubmissionKey()
  const { repeat } = printJobs
  return useWriting(repeat.writes, (body: Range) =>
    call(repeat, { ...of(id), body }, { key: submission.keyFor(body, null) }),
  ).mutateAsync
}
export const useStopPrinting = () => useChange(printJobs.stop, of).mutateAsync
export const useContinuePrinting = () => useChange(printJobs.continue, of).mutateAsync
