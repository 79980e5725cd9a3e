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

/** A session that begins or ends, here or in another tab, opens and closes screens at once. */
let token = currentSession()?.token
onSessionChange(() => {
  const next = currentSession()?.token
  if (next !== token) void router.invalidate()
  token = next
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
