import type { SecondStep } from '@ats/contract/identity/sessions.ts'
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
  return [token, user?.mustFirst, ...(user?.permissions ?? [])].join(' ')
}

/**
 * When a session begins or ends in any tab, permissions change or a duty comes up, the routes are checked again immediately.
 */
let before = session()
let latest = currentSession()
onSessionChange(() => {
  const now = session()
  if (now !== before) followSession()
  before = now
})

function followSession() {
  const next = currentSession()
  // Unsaved changes outlive a lost session: the person signs in again in a dialog above them.
  if (next === null && latest !== null && sessionEnd() === 'lost' && hasUnsavedChanges())
    return holdScreen(latest)
  const held = heldSession()
  releaseScreen()
  latest = next
  if (held !== null && next !== null && held.user._id !== next.user._id)
    return void router.navigate({ to: '/dashboard', ignoreBlocker: true })
  void router.invalidate()
}

/** A one-time message from a page to the next one. */
export type Notice = 'registered' | 'password-set' | 'session-ended'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    notice?: Notice
    /** A provider has proven the first step of a sign-in. */
    secondStep?: SecondStep
    isPanel?: boolean
  }
}
