import { QueryClient } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '#kernel/session/session.ts'
import { ApiError } from './api-error.ts'

const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      networkMode: 'always',
      // The live stream refetches these without moving rows under the pointer; a refetch on focus would
      // replace the rows.
      refetchOnWindowFocus: ({ meta }) => meta?.live === undefined,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Another tab signed in another person: reset the cache, which holds the data of the previous one. */
let person = currentSession()?.user._id
onSessionChange(() => {
  const next = currentSession()?.user._id
  if (next !== undefined && person !== undefined && next !== person) void queryClient.resetQueries()
  person = next ?? person
})
