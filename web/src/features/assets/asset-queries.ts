import {
  type Asset,
  type AssetChange,
  assetFilter,
  assets,
  type NewAsset,
} from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk, type BulkAction } from '@ats/contract/assets/bulk.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import type { Reply } from '@ats/contract/endpoint.ts'
import { users } from '@ats/contract/identity/users.ts'
import { assetOfLabel } from '@ats/contract/label-address.ts'
import { type MasterKind, masters, recordKindOf } from '@ats/contract/masters.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { isNotFound } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { pageOf } from '#kernel/http/page-of.ts'
import { allOf, listQuery, pagesQuery, query } from '#kernel/http/query.ts'
import { useWriting, type Writes } from '#kernel/http/use-change.ts'
import { inStateOrder } from './state-order.ts'

type Scope = { location?: string }

export const assetListFilter = assetFilter.omit({ location: true, assignedUser: true }).extend(tableSize)
export type AssetListFilter = z.output<typeof assetListFilter>

export const assetList = (filter: AssetListFilter, scope: Scope) =>
  listQuery(assets.list, { query: { ...filter, ...scope } })

const mostPrinted = 500

/** Limited to what one request returns; longer lists have to be exported. */
export const printedAssets = (filter: Omit<AssetListFilter, 'cursor' | 'size'>, scope: Scope) =>
  query(
    assets.list,
    { query: { ...filter, ...scope, size: mostPrinted } },
    { select: (reply) => pageOf('assets')(reply) },
  )

/** The asset, and whether it is deleted. */
export const assetById = (id: string) =>
  query(
    assets.get,
    { params: { id } },
    {
      fetch: async (signal) => {
        try {
          return { ...(await call(assets.get, { params: { id } }, { signal })), deleted: false }
        } catch (error) {
          const found = isNotFound(error) ? await findAssets(id, signal) : []
          const binned = found.find(({ _id }) => _id === id)
          if (binned === undefined) throw error
          return binned
        }
      },
    },
  )
export type ShownAsset = Awaited<ReturnType<typeof findAssets>>[number]

/** Assets, including deleted ones, whose tag, asset tag ID, serial number, id or label is exactly this. */
export const assetsWithCode = (typed: string) => {
  const code = assetOfLabel(typed) ?? typed
  return query(
    assets.find,
    { query: { code } },
    { fetch: (signal) => findAssets(code, signal), enabled: code.trim() !== '' },
  )
}

async function findAssets(code: string, signal: AbortSignal) {
  return (await call(assets.find, { query: { code } }, { signal })).assets
}

/** Newest first; every page of the response repeats all tags. */
export const historyOf = (id: string) =>
  pagesQuery(assetHistory.list, (before: number | undefined) => ({ params: { id }, query: { before } }), {
    initialPageParam: undefined,
    getNextPageParam: ({ events, more }) => (more ? events.at(-1)?.id : undefined),
  })

const mostOffered = 30

/** Suggestions while the person types: the names of one master that contain the text. */
export const masterNames = (kind: MasterKind, search: string) =>
  query(
    masters.list,
    { params: { kind }, query: { search, size: mostOffered } },
    { reads: [recordKindOf(kind)], select: ({ records }) => records.map(({ name }) => name) },
  )

export const allStates = query(
  masters.list,
  { params: { kind: 'asset-state' }, query: { size: 500 } },
  {
    reads: ['asset-state'],
    select: ({ records }) => inStateOrder(records.map(({ name }) => name)),
    staleTime: 5 * 60_000,
  },
)

/** Requires the permission to list people. */
export const peopleFound = (search: string) =>
  query(users.list, { query: { search, size: 8 } }, { reads: ['user'], select: (reply) => reply.users })

/**
 * Updates the asset in cached lists before they are refetched, so that the next edit starts from the saved
 * version.
 */
function useAssetChange<Input, Answer extends object>(
  { writes }: Writes,
  send: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient()
  const show = (changed: Asset) =>
    client.setQueriesData<Reply<typeof assets.list>>(
      { queryKey: allOf(assets.list) },
      (list) =>
        list && {
          ...list,
          assets: list.assets.map((asset) => (asset._id === changed._id ? changed : asset)),
        },
    )
  const onSuccess = (reply: Answer) => {
    if ('asset' in reply) show(reply.asset as Asset)
  }
  return useWriting(writes, send, { inBackground: true, onSuccess }).mutateAsync
}

type Pictured = { image: Blob | null }
type Registration = Pictured & { asset: NewAsset; key: string }
type Edit = Pictured & { id: string; change: AssetChange }
type Deletion = { id: string; reason: string }

const withImage = (image: Blob | null) => (image === null ? {} : { image })

export const useRegisterAsset = () =>
  useAssetChange(assets.register, ({ asset, image, key }: Registration) =>
    call(assets.register, { body: asset, ...withImage(image) }, { key }),
  )

export const useUpdateAsset = () =>
  useAssetChange(assets.update, ({ id, change, image }: Edit) =>
    call(assets.update, { params: { id }, body: change, ...withImage(image) }),
  )

export const useDeleteAsset = () =>
  useAssetChange(assets.remove, ({ id, reason }: Deletion) =>
    call(assets.remove, { params: { id }, query: { reason: reason.trim() || undefined } }),
  )

export const useRestoreAssets = () =>
  useAssetChange(assetBin.restore, (ids: string[]) => call(assetBin.restore, { body: { ids } }))

export const useReplaceTag = (id: string) =>
  useAssetChange(assetTags.replace, (body: { rfidTag: string }) =>
    call(assetTags.replace, { params: { id }, body }),
  )

export const useConfirmTag = (id: string) =>
  useAssetChange(assetTags.confirm, (body: { rfidTag: string }) =>
    call(assetTags.confirm, { params: { id }, body }),
  )

export const useLoseTag = (id: string) =>
  useAssetChange(assetTags.lose, () => call(assetTags.lose, { params: { id } }))

export const useBulkAction = () =>
  useAssetChange(assetBulk.change, (body: BulkAction) => call(assetBulk.change, { body }))

type MoveBack = { move: string; ids: string[] }
export const useMoveBack = () =>
  useAssetChange(assetBulk.undoMove, (body: MoveBack) => call(assetBulk.undoMove, { body }))
