import type { ExportList } from '@ats/contract/exports.ts'
import { type NewView, type ViewChange, views } from '@ats/contract/views.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

/** What a list shows at the moment. */
export type Shown = { list: ExportList; filter: Record<string, string>; columns: string[] }

const all = ['views']

export const savedViews = (list?: ExportList) =>
  queryOptions({
    queryKey: [...all, list ?? 'all'],
    meta: { live: ['saved-view'] },
    queryFn: ({ signal }) => call(views.list, { query: list === undefined ? {} : { list } }, { signal }),
    // What others share is told to nobody.
    staleTime: 0,
  })

export const viewById = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    meta: { live: [] },
    queryFn: ({ signal }) => call(views.get, { params: { id } }, { signal }),
    staleTime: 0,
  })

function useViewMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: all })
  return useMutation({ mutationFn, onSettled: renew }).mutateAsync
}

export const useSaveView = () => useViewMutation((body: NewView) => call(views.create, { body }))
export const useChangeView = (id: string) =>
  useViewMutation((body: ViewChange) => call(views.change, { params: { id }, body }))
export const useDeleteView = () => useViewMutation((id: string) => call(views.remove, { params: { id } }))
