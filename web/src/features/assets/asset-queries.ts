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
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import { recordKindOf } from '@ats/contract/record-kinds.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { isNotFound } from '#kernel/api-error.ts'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

type Scope = { location?: string }

export const assetListFilter = assetFilter.omit({ location: true, assignedUser: true }).extend(tableSize)
export type AssetListFilter = z.output<typeof assetListFilter>

export const assetList = (filter: AssetListFilter, scope: Scope) =>
  queryOptions({
    queryKey: ['assets', 'list', filter, scope],
    meta: { live: ['asset'], rows: 'assets' },
    queryFn: ({ signal }) => call(assets.list, { query: { ...filter, ...scope } }, { signal }),
    select: pageOf('assets'),
    placeholderData: keepPreviousData,
  })

const mostPrinted = 500

/** As many as one call answers; what is longer is a file to export. */
export const printedAssets = (filter: Omit<AssetListFilter, 'cursor' | 'size'>, scope: Scope) =>
  queryOptions({
    queryKey: ['assets', 'printed', filter, scope],
    meta: { live: ['asset'] },
    queryFn: ({ signal }) =>
      call(assets.list, { query: { ...filter, ...scope, size: mostPrinted } }, { signal }),
    select: pageOf('assets'),
  })

/** The asset, and whether it is in the bin. */
export const assetById = (id: string) =>
  queryOptions({
    queryKey: ['assets', 'one', id],
    meta: { live: ['asset'] },
    queryFn: async ({ signal }) => {
      try {
        return { ...(await call(assets.get, { params: { id } }, { signal })), deleted: false }
      } catch (error) {
        const found = isNotFound(error) ? await findAssets(id, signal) : []
        const binned = found.find(({ _id }) => _id === id)
        if (binned === undefined) throw error
        return binned
      }
    },
  })
export type ShownAsset = Awaited<ReturnType<typeof findAssets>>[number]

/** Assets, the bin included, whose tag, asset tag id, serial number or id is exactly this. */
export const assetsWithCode = (code: string) =>
  queryOptions({
    queryKey: ['assets', 'code', code],
    meta: { live: [] },
    queryFn: ({ signal }) => findAssets(code, signal),
    enabled: code.trim() !== '',
  })

async function findAssets(code: string, signal: AbortSignal) {
  return (await call(assets.find, { query: { code } }, { signal })).assets
}

/** Newest first, page by page; each page holds all the tags. */
export const historyOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['assets', 'history', id],
    meta: { live: ['asset', 'state-change'] },
    queryFn: ({ pageParam, signal }) =>
      call(assetHistory.list, { params: { id }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ events, more }) => (more ? events.at(-1)?.id : undefined),
  })

const mostOffered = 30

/** What a field offers while somebody types; the names of one master that hold the text. */
export const masterNames = (kind: MasterKind, search: string) =>
  queryOptions({
    queryKey: ['masters', kind, 'names', search],
    meta: { live: [recordKindOf(kind)] },
    queryFn: async ({ signal }) => {
      const query = { search, size: mostOffered }
      const { records } = await call(masters.list, { params: { kind }, query }, { signal })
      return records.map(({ name }) => name)
    },
    placeholderData: keepPreviousData,
  })

export const allStates = queryOptions({
  queryKey: ['masters', 'asset-state', 'all'],
  meta: { live: ['asset-state'] },
  queryFn: async ({ signal }) => {
    const query = { size: 500 }
    const { records } = await call(masters.list, { params: { kind: 'asset-state' }, query }, { signal })
    return records.map(({ name }) => name)
  },
  staleTime: 5 * 60_000,
})

/** For those who may list people. */
export const peopleFound = (search: string) =>
  queryOptions({
    queryKey: ['users', 'found', search],
    meta: { live: ['user'] },
    queryFn: async ({ signal }) => (await call(users.list, { query: { search, size: 8 } }, { signal })).users,
    placeholderData: keepPreviousData,
  })

const touched = [['assets'], ['masters'], ['dashboard'], ['state-changes'], ['bulk-jobs']]

/**
 * Any change can show in the lists, the bin, the history, the counts and the masters, and outdates requests. A list shows a
 * changed asset before it is asked for anew: whoever edits it again at once does so from what they saved.
 */
function useAssetMutation<Input, Answer extends object>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  const renew = () => Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
  const show = (changed: Asset) =>
    client.setQueriesData<Reply<typeof assets.list>>(
      { queryKey: ['assets', 'list'] },
      (list) =>
        list && {
          ...list,
          assets: list.assets.map((asset) => (asset._id === changed._id ? changed : asset)),
        },
    )
  return useMutation({
    mutationFn,
    onSuccess: (reply) => {
      if ('asset' in reply) show(reply.asset as Asset)
    },
    onSettled: () => void renew(),
  }).mutateAsync
}

type Pictured = { image: Blob | null }
type Registration = Pictured & { asset: NewAsset; key: string }
type Edit = Pictured & { id: string; change: AssetChange }
type Deletion = { id: string; reason: string }

const withImage = (image: Blob | null) => (image === null ? {} : { image })

export const useRegisterAsset = () =>
  useAssetMutation(({ asset, image, key }: Registration) =>
    call(assets.register, { body: asset, ...withImage(image) }, { key }),
  )

export const useUpdateAsset = () =>
  useAssetMutation(({ id, change, image }: Edit) =>
    call(assets.update, { params: { id }, body: change, ...withImage(image) }),
  )

export const useDeleteAsset = () =>
  useAssetMutation(({ id, reason }: Deletion) =>
    call(assets.remove, { params: { id }, query: { reason: reason.trim() || undefined } }),
  )

export const useRestoreAssets = () =>
  useAssetMutation((ids: string[]) => call(assetBin.restore, { body: { ids } }))

export const useReplaceTag = (id: string) =>
  useAssetMutation((body: Pick<NewAsset, 'rfidTag'>) => call(assetTags.replace, { params: { id }, body }))

export const useLoseTag = (id: string) => useAssetMutation(() => call(assetTags.lose, { params: { id } }))

export const useBulkAction = () => useAssetMutation((body: BulkAction) => call(assetBulk.change, { body }))

type MoveBack = { move: string; ids: string[] }
export const useMoveBack = () => useAssetMutation((body: MoveBack) => call(assetBulk.undoMove, { body }))
