import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import {
  type ItemClass,
  type ItemFilter,
  inventoryReview,
  itemClasses,
  itemFilter,
  type Resolving,
  type UnknownTagFilter,
  unknownTagFilter,
  unknownTags,
} from '@ats/contract/inventories/review.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'
import { useInventoryMutation } from './inventory-mutation.ts'

export const itemListFilter = itemFilter.extend(tableSize)
/** While there is something to decide, that comes first. */
export const toDecideFilter = itemListFilter.extend({ open: z.enum(['true', 'false']).default('true') })
export type ItemListFilter = z.output<typeof itemListFilter>

export const inventoryItems = (id: string, query: Partial<ItemFilter>) =>
  queryOptions({
    queryKey: ['inventories', 'items', id, query],
    meta: { live: ['inventory'], rows: 'items' },
    queryFn: ({ signal }) => call(inventoryReview.items, { params: { id }, query }, { signal }),
    select: pageOf('items'),
    placeholderData: keepPreviousData,
  })

/** What approval would apply, counted by action. */
export const inventoryProposals = (id: string) =>
  queryOptions({
    queryKey: ['inventories', 'proposals', id],
    meta: { live: ['inventory'] },
    queryFn: async ({ signal }) =>
      (await call(inventoryReview.proposals, { params: { id } }, { signal })).proposals,
    staleTime: 0,
  })

export const inventoryLateReads = (id: string) =>
  queryOptions({
    queryKey: ['inventories', 'late', id],
    meta: { live: ['inventory'] },
    queryFn: async ({ signal }) =>
      (await call(inventoryReview.lateReads, { params: { id } }, { signal })).lateReads,
    staleTime: 0,
  })

export const useDecideLateReads = (id: string) =>
  useInventoryMutation((body: { ids: string[]; include: boolean }) =>
    call(inventoryReview.decideLateReads, { params: { id }, body }),
  )

const mostPrinted = 500
/** What was found where it was expected needs no line on paper. */
const printedClasses = itemClasses.filter((one) => one !== 'found')

/** The discrepancies class by class, as many of each as one call answers. */
export const printedItems = (id: string) =>
  queryOptions({
    queryKey: ['inventories', 'printed', id],
    meta: { live: ['inventory'] },
    queryFn: async ({ signal }) => {
      const pageOfClass = async (one: ItemClass) => {
        const query = { class: one, size: mostPrinted }
        return { class: one, ...(await call(inventoryReview.items, { params: { id }, query }, { signal })) }
      }
      return Promise.all(printedClasses.map(pageOfClass))
    },
  })

export const useResolve = (id: string) =>
  useInventoryMutation((body: Resolving) => call(inventoryReview.resolve, { params: { id }, body }))

export const unknownTagListFilter = unknownTagFilter.omit({ location: true }).extend(tableSize)
export type UnknownTagListFilter = z.output<typeof unknownTagListFilter>

export const unknownTagList = (query: Partial<UnknownTagFilter>) =>
  queryOptions({
    queryKey: ['unknown-tags', 'list', query],
    meta: { live: ['unknown-tag', 'inventory', 'asset'], rows: 'unknownTags' },
    queryFn: ({ signal }) => call(unknownTags.list, { query }, { signal }),
    select: pageOf('unknownTags'),
    placeholderData: keepPreviousData,
  })

export const useIgnoreTags = () =>
  useInventoryMutation((body: { ids: string[]; reason: string | null }) => call(unknownTags.ignore, { body }))

export const useAttachTag = (tag: string) =>
  useInventoryMutation(
    (id: string) => call(assetTags.replace, { params: { id }, body: { rfidTag: tag } }),
    [['unknown-tags'], ['inventories'], ['assets']],
  )

/** Assets that a tag can go onto, by any of their names and codes. */
export const assetsFound = (search: string) =>
  queryOptions({
    queryKey: ['assets', 'found', search],
    meta: { live: ['asset'] },
    queryFn: async ({ signal }) =>
      (await call(assets.list, { query: { search, size: 10 } }, { signal })).assets,
    placeholderData: keepPreviousData,
  })

export const assetNamed = (id: string) =>
  queryOptions({
    queryKey: ['assets', 'named', id],
    meta: { live: ['asset'] },
    queryFn: ({ signal }) => call(assets.get, { params: { id } }, { signal }),
    enabled: id !== '',
  })
