import { counted } from '#kernel/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/confirm.tsx'
import { useCancelRequests } from './queries.ts'
import { useShowResult } from './use-show-result.ts'

type Requests = { ids: string[]; count: number; clear?: () => void }

/** Takes back what one asked for; somebody else's requests are named as such afterwards. */
export function useCancelling(onDone?: () => void) {
  const send = useCancelRequests()
  const results = useShowResult(onDone)
  const cancel = async ({ ids, count, clear }: Requests, name?: string) => {
    const sure = await confirm({
      title: counted(count, m.requests_cancel_title_one, m.requests_cancel_title),
      question: m.requests_cancel_question(),
      action: counted(count, m.requests_cancel_title_one, m.requests_cancel_title),
      cancel: m.requests_keep(),
    })
    if (!sure) return
    const done = await results.runAndShow(() => send(ids), {
      done: {
        named: m.requests_cancel_done_named,
        one: m.requests_cancel_done_one,
        other: m.requests_cancel_done,
      },
      failure: m.requests_cancel_failed(),
      name,
    })
    if (done !== undefined) clear?.()
  }
  return { cancel, results }
}
