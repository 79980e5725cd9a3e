import type { LiveMessage } from '@ats/contract/live.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { everything, queryRenewer } from '#kernel/http/renew-queries.ts'
import { isOwnRequest, isRenewed } from './own-requests.ts'
import { isWatchingWork } from './watched-work.ts'

const gatherMs = 300
/** Until then a tab that shows how its work ends has said so, and the notification is withdrawn. */
const watchedMs = 2_500
const restMs = 2_000

const mostNoted = 1_000

type Change = { kind: string; request?: string | undefined }

/** Each once, however often it is told: a tab can be hidden for long. */
const changes = new Map<string, Change>()
let isWaiting = false

const renew = queryRenewer(queryClient)

/** Takes note of what changed; the queries that show it are renewed soon, and at leisure when much changes. */
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

/** One and the same each time, so that a tab that is hidden for long does not gather them. */
const whenSeen = () => schedule(gatherMs)

/** Nobody looks at a hidden tab; it is renewed when it is seen again. */
function schedule(ms: number) {
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', whenSeen, { once: true })
    return
  }
  if (isWaiting) return
  isWaiting = true
  setTimeout(renewNow, ms)
}

/** By now the answers to this tab's own calls are here, so that it knows them for its own. */
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
