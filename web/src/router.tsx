import { createRouter } from '@tanstack/react-router'
import { currentSession, onSessionChange } from '#kernel/session.ts'
import { parseSearch, stringifySearch } from '#kernel/url-search.ts'
import { ErrorPage } from '#ui/error-page.tsx'
import { LoadingPage } from '#ui/loading-page.tsx'
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

/** A session that begins or ends, here or in another tab, opens and closes screens at once; so do other permissions. */
let before = session()
onSessionChange(() => {
  const now = session()
  if (now !== before) void router.invalidate()
  before = now
})

/** What a page says once to the page after it. */
export type Notice = 'registered' | 'password-set' | 'session-ended'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    notice?: Notice
  }
}
