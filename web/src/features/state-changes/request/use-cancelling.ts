import { useCancelRequests } from '#features/state-changes/queries.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { focusHeading } from '#ui/page/heading.tsx'

type Requests = { ids: string[]; count: number; clear?: () => void }

const cancelled = {
  named: m.requests_cancel_done_named,
  one: m.requests_cancel_done_one,
  other: m.requests_cancel_done,
}

/** Withdraws the person's own requests; requests of others are listed as such afterwards. */
export function useCancelling(onDone = focusHeading) {
  const send = useCancelRequests()
  const results = useBulkResult(onDone)
  const cancel = async ({ ids, count, clear }: Requests, name?: string) => {
    const sure = await confirm({
      title: counted(count, m.requests_cancel_title_one, m.requests_cancel_title),
      question: m.requests_cancel_question(),
      action: counted(count, m.requests_cancel_title_one, m.requests_cancel_title),
      cancel: m.requests_keep(),
    })
    if (!sure) return
    const done = await results.runAndShow(() => send(ids), {
      done: doneText(cancelled, name),
      failure: m.requests_cancel_failed(),
    })
    if (done !== undefined) clear?.()
  }
  return { cancel, results }
}
