import { dashboard } from '@ats/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const dashboardCounts = (scope: { location?: string }) =>
  queryOptions({
    queryKey: ['dashboard', 'counts', scope],
    meta: { live: ['asset', 'place', 'user'] },
    queryFn: ({ signal }) => call(dashboard.counts, { query: scope }, { signal }),
  })

export const dashboardOverview = (scope: { location?: string }) =>
  queryOptions({
    queryKey: ['dashboard', 'overview', scope],
    meta: {
      live: [
        'asset',
        'place',
        'asset-state',
        'state-change',
        'access-request',
        'help-request',
        'inventory',
        'reader',
      ],
    },
    queryFn: ({ signal }) => call(dashboard.overview, { query: scope }, { signal }),
  })
