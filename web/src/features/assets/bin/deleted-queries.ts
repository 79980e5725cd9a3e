import { assetBin, deletedFilter } from '@ats/contract/assets/bin.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

export const deletedListFilter = deletedFilter.extend(tableSize)
export type DeletedListFilter = z.output<typeof deletedListFilter>

export const deletedList = (filter: DeletedListFilter) =>
  queryOptions({
    queryKey: ['assets', 'deleted', filter],
    meta: { live: ['asset'], rows: 'assets' },
    queryFn: ({ signal }) => call(assetBin.list, { query: filter }, { signal }),
    select: pageOf('assets'),
    placeholderData: keepPreviousData,
  })
