import { queryOptions } from '@tanstack/react-query'
import { loadAppFile } from '#kernel/device/app-files.ts'

/** The contract of number series includes the encoding of tags, so it is loaded with the first request. */
const everySeries = {
  queryKey: ['tag-series'],
  meta: { live: ['tag-series'] },
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { requestSeries } = await loadAppFile(() => import('./request-series.ts'))
    return requestSeries(signal)
  },
} as const

/** Series from which numbers can be reserved. */
export const openSeries = queryOptions({
  ...everySeries,
  select: (series) => series.filter(({ retired, nextTag }) => !retired && nextTag !== null),
})

/** Whether the organisation has ever numbered its tags. */
export const hasTagSeries = queryOptions({ ...everySeries, select: (series) => series.length > 0 })
