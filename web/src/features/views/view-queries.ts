import type { ExportList } from '@ats/contract/exports.ts'
import { type NewView, type ViewChange, views } from '@ats/contract/views.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

/** The current state of a list. */
export type Shown = { list: ExportList; filter: Record<string, string>; columns: string[] }

// The live stream does not announce views that others share, so they are always fetched again.
export const savedViews = (list?: ExportList) =>
  query(views.list, { query: list === undefined ? {} : { list } }, { staleTime: 0 })

export const viewById = (id: string) => query(views.get, { params: { id } }, { staleTime: 0 })

export const useSaveView = () => useChange(views.create, (body: NewView) => ({ body })).mutateAsync
export const useChangeView = (id: string) =>
  useChange(views.change, (body: ViewChange) => ({ params: { id }, body })).mutateAsync
export const useDeleteView = () => useChange(views.remove, (id: string) => ({ params: { id } })).mutateAsync
