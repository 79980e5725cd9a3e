import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import {
  type Investigation,
  type InvestigationFilter,
  investigationFilter,
  investigations,
} from '@ats/contract/inventories/investigations.ts'
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
import { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { call } from '#kernel/http/call.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const itemListFilter = itemFilter.extend(tableSize)
/** By default the list shows only discrepancies without a proposal. */
export const toDecideFilter = itemListFilter.extend({ open: z.enum(['true', 'false']).default('true') })
export type ItemListFilter = z.output<typeof itemListFilter>

export const inventoryItems = (id: string, query: Partial<ItemFilter>) =>
  listQuery(inventoryReview.items, { params: { id }, query })

/** What approval would apply, counted by action. */
export const inventoryProposals = (id: string) =>
  query(inventoryReview.proposals, { params: { id } }, { select: (reply) => reply.proposals, staleTime: 0 })

export const inventoryLateReads = (id: string) =>
  query(inventoryReview.lateReads, { params: { id } }, { select: (reply) => reply.lateReads, staleTime: 0 })

const inBackground = { inBackground: true }

type LateDecision = { ids: string[]; include: boolean }
export const useDecideLateReads = (id: string) =>
  useChange(inventoryReview.decideLateReads, (body: LateDecision) => ({ params: { id }, body }), inBackground)
    .mutateAsync

const mostPrinted = 500
/** Items found where they were expected are not printed. */
const printedClasses = itemClasses.filter((one) => one !== 'found')

/** The discrepancies by class, as many of each as one request returns. */
export const printedItems = (id: string) =>
  query(
    inventoryReview.items,
    { params: { id }, query: {} },
    {
      fetch: (signal) => {
        const pageOfClass = async (one: ItemClass) => {
          const input = { params: { id }, query: { class: one, size: mostPrinted } }
          return { class: one, ...(await call(inventoryReview.items, input, { signal })) }
        }
        return Promise.all(printedClasses.map(pageOfClass))
      },
    },
  )

export const useResolve = (id: string) =>
  useChange(inventoryReview.resolve, (body: Resolving) => ({ params: { id }, body }), inBackground)
    .mutateAsync

export const investigationListFilter = investigationFilter
  .omit({ location: true, inventoryId: true })
  .extend(tableSize)

export const investigationList = (query: Partial<InvestigationFilter>) =>
  listQuery(investigations.list, { query })

export const useNoteFollowUp = (id: string) =>
  useChange(
    investigations.note,
    (resolution: Investigation['resolution']) => ({ params: { id }, body: { resolution } }),
    inBackground,
  ).mutateAsync

export const unknownTagListFilter = unknownTagFilter.omit({ location: true }).extend(tableSize)
export type UnknownTagListFilter = z.output<typeof unknownTagListFilter>

export const unknownTagList = (query: Partial<UnknownTagFilter>) => listQuery(unknownTags.list, { query })

type Ignored = { ids: string[]; reason: string | null }
export const useIgnoreTags = () =>
  useChange(unknownTags.ignore, (body: Ignored) => ({ body }), inBackground).mutateAsync

export const useAttachTag = (tag: string) =>
  useChange(assetTags.replace, (id: string) => ({ params: { id }, body: { rfidTag: tag } }), inBackground)
    .mutateAsync

/** Assets that a tag can be put on, by any of their names and codes. */
export const assetsFound = (search: string) =>
  query(assets.list, { query: { search, size: 10 } }, { select: (reply) => reply.assets })

export const assetNamed = (id: string) => query(assets.get, { params: { id } }, { enabled: id !== '' })
