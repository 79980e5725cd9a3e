import { dashboard } from '@ats/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const dashboardCounts = (scope: { location?: string }) =>
  queryOptions({
    queryKey: ['dashboard', 'counts', scope],
    meta: { live: ['asset', 'place', 'user'] },
    queryFn: ({ signal }) => call(dashboard.counts, { query: scope }, { signal }),
  })
