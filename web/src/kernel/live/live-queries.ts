import type { LiveMessage } from '@ats/contract/live.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { everything, queryRenewer } from '#kernel/http/renew-queries.ts'
import { isOwnRequest, isRenewed } from './own-requests.ts'
import { isWatchingWork } from './watched-work.ts'

const gatherMs = 300
/**
 * By then a tab that shows the end of the work has reported it, and the server has withdrawn the
 * notification.
 */
const watchedMs = 2_500
const restMs = 2_000

const mostNoted = 1_000

type Change = { kind: string; request?: string | undefined }

/** Deduplicated, because a hidden tab can collect changes for a long time. */
const changes = new Map<string, Change>()
let isWaiting = false

const renew = queryRenewer(queryClient)

/** Records a change. The queries that show it are refetched soon, at most once in `restMs`. */
export function noteChanges(message: LiveMessage) {
  if (message.type === 'beat') return
  if (message.type === 'notifications' && isWatchingWork())
    return void setTimeout(noteNotifications, watchedMs)
  if (message.type === 'reset' || changes.size > mostNoted) note({ kind: everything })
  else if (message.type === 'notifications') note({ kind: 'notifications' })
  else for (const { kind, request } of message.events) note({ kind, request })
  schedule(gatherMs)
}

function noteNotifications() {
  note({ kind: 'notifications' })
  schedule(gatherMs)
}

function note(change: Change) {
  if (change.kind === everything) changes.clear()
  if (!changes.has(everything)) changes.set(`${change.kind} ${change.request ?? ''}`.trim(), change)
}

/** Always the same function, so that a hidden tab does not accumulate listeners. */
const whenSeen = () => schedule(gatherMs)

/** A hidden tab refetches when it becomes visible again. */
function schedule(ms: number) {
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', whenSeen, { once: true })
    return
  }
  if (isWaiting) return
  isWaiting = true
  setTimeout(renewNow, ms)
}

/** The delay has given this tab's own requests time to complete, so that their changes are recognised. */
function renewNow() {
  const news = [...changes.values()].filter(({ kind, request }) => !isRenewed(kind, request))
  const noted = Map.groupBy(news, ({ request }) => (isOwnRequest(request) ? 'own' : 'theirs'))
  changes.clear()
  const kindsOf = (whose: 'own' | 'theirs') => new Set(noted.get(whose)?.map(({ kind }) => kind))
  renew(kindsOf('theirs'), kindsOf('own'))
  setTimeout(() => {
    isWaiting = false
    if (changes.size > 0) schedule(gatherMs)
  }, restMs)
}
