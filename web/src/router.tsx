import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#kernel/address/url-search.ts'
import { heldSession, holdScreen, releaseScreen } from '#kernel/session/held-screen.ts'
import { currentSession, onSessionChange, sessionEnd } from '#kernel/session/session.ts'
import { hasUnsavedChanges } from '#kernel/session/unsaved.ts'
import { ErrorPage } from '#ui/page/error-page.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { routeTree } from './routes.tsx'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

const session = () => {
  const { token, user } = currentSession() ?? {}
  return [token, ...(user?.permissions ?? [])].join(' ')
}

/** A session that begins or ends, in any tab, opens and closes screens immediately; so do other permissions. */
let before = session()
let latest = currentSession()
onSessionChange(() => {
  const now = session()
  if (now !== before) followSession()
  before = now
})

function followSession() {
  const next = currentSession()
  // Text that is not saved outlives a session that ended without the person: they sign in again above it.
  if (next === null && latest !== null && sessionEnd() === 'lost' && hasUnsavedChanges())
    return holdScreen(latest)
  const held = heldSession()
  releaseScreen()
  latest = next
  if (held !== null && next !== null && held.user._id !== next.user._id)
    return void router.navigate({ to: '/dashboard', ignoreBlocker: true })
  void router.invalidate()
}

/** What a page says once to the page after it. */
export type Notice = 'registered' | 'password-set' | 'session-ended'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    notice?: Notice
    isPanel?: boolean
  }
}
