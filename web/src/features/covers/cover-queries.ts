import type { Asset } from '@ats/contract/assets/assets.ts'
import { assets } from '@ats/contract/assets/assets.ts'
import {
  type Cover,
  type CoverChange,
  type CoverRenewal,
  type CoverTarget,
  coveredFilter,
  coverFilter,
  covers,
  type NewCover,
} from '@ats/contract/covers.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const coverListFilter = coverFilter.omit({ assetId: true }).extend(tableSize)
type ListFilter = z.output<typeof coverListFilter>

export const coverList = (filter: ListFilter) => listQuery(covers.list, { query: filter })

export const coverById = (id: string) => query(covers.get, { params: { id } }, { enabled: id !== '' })

/** The covers of an asset that run now. */
export const coversOfAsset = (assetId: string) =>
  query(
    covers.list,
    { query: { assetId, state: 'running', size: 20 } },
    { select: (reply): Cover[] => reply.covers },
  )

/** Covers to add assets to, the latest end first. */
export const coversFound = (search: string) =>
  query(
    covers.list,
    { query: { search, size: 20, direction: 'desc' } },
    {
      select: (reply): Cover[] =>
        reply.covers.filter(({ mayChange, state }) => mayChange && state !== 'cancelled'),
    },
  )

export const coveredListFilter = coveredFilter.extend(tableSize)
export const coveredAssets = (id: string, filter: z.output<typeof coveredListFilter>) =>
  listQuery(covers.assets, { params: { id }, query: filter })

export const assetsFound = (search: string) =>
  query(assets.list, { query: { search, size: 10 } }, { select: (reply): Asset[] => reply.assets })

const of = (id: string) => ({ params: { id } })

export const useCreateCover = () => useChange(covers.create, (body: NewCover) => ({ body })).mutateAsync
export const useChangeCover = (id: string) =>
  useChange(covers.change, (body: CoverChange) => ({ ...of(id), body })).mutateAsync
export const useDeleteCover = (id: string) =>
  useChange(covers.remove, () => of(id), { inBackground: true }).mutateAsync
export const useEndCover = (id: string) =>
  useChange(covers.end, (body: { endsOn: string; version: number }) => ({ ...of(id), body })).mutateAsync
export const useCancelCover = (id: string) =>
  useChange(covers.cancel, (body: { reason: string; version: number }) => ({ ...of(id), body })).mutateAsync
export const useRenewCover = (id: string) =>
  useChange(covers.renew, (body: CoverRenewal) => ({ ...of(id), body })).mutateAsync

type Added = { id: string; target: CoverTarget }
export const useAddAssets = () =>
  useChange(covers.addAssets, ({ id, target }: Added) => ({ ...of(id), body: target })).mutateAsync
export const useRemoveAssets = (id: string) =>
  useChange(covers.removeAssets, (ids: string[]) => ({ ...of(id), body: { ids } })).mutateAsync
