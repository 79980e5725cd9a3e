import { assetBin, deletedFilter } from '@ats/contract/assets/bin.ts'
import type { z } from 'zod'
import { listQuery } from '#kernel/query.ts'
import { tableSize } from '#kernel/url-state.ts'

export const deletedListFilter = deletedFilter.extend(tableSize)
export type DeletedListFilter = z.output<typeof deletedListFilter>

export const deletedList = (filter: DeletedListFilter) => listQuery(assetBin.list, { query: filter })
