import { assetBin, deletedFilter } from '@ats/contract/assets/bin.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery } from '#kernel/http/query.ts'

export const deletedListFilter = deletedFilter.extend(tableSize)
export type DeletedListFilter = z.output<typeof deletedListFilter>

export const deletedList = (filter: DeletedListFilter) => listQuery(assetBin.list, { query: filter })
