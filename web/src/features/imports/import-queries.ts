import {
  type AssetImport,
  type ImportColumn,
  type ImportDefaults,
  type ImportStatus,
  imports,
  type rowKind,
} from '@ats/contract/imports.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'

export type RowKind = z.infer<typeof rowKind>

const working: ImportStatus[] = ['reading', 'checking', 'applying', 'undoing', 'cancelling']
export const isWorking = ({ status }: Pick<AssetImport, 'status'>) => working.includes(status)

const everySecond = 1000

export const recentImports = queryOptions({
  queryKey: ['imports', 'list'],
  meta: { live: [] },
  queryFn: async ({ signal }) => (await call(imports.list, {}, { signal })).imports,
  refetchInterval: ({ state }) => (state.data?.some(isWorking) ? everySecond : false),
})

/** Asked again every second while the worker is at it, so the bar moves. */
export const importById = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    meta: { live: [] },
    queryFn: ({ signal }) => call(imports.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? everySecond : false),
  })

/** `version` changes when the rows may have: after each check and each run. */
export const importRows = (
  id: string,
  { kind, problem }: { kind: RowKind; problem: string | undefined },
  version: string,
) =>
  infiniteQueryOptions({
    queryKey: ['imports', 'rows', id, kind, problem, version],
    meta: { live: [] },
    queryFn: ({ pageParam, signal }) =>
      call(
        imports.rows,
        {
          params: { id },
          query: { kind, after: pageParam, size: 50, ...(problem !== undefined && { problem }) },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.row : undefined),
  })

const steps = { apply: imports.apply, cancel: imports.cancel, undo: imports.undo, retry: imports.retry }
export type Step = keyof typeof steps

/** Whatever an import does, the assets may be others afterwards. */
function useChange<V, R extends { import: AssetImport }>(mutationFn: (values: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: ({ import: changed }) => client.setQueryData(importById(changed._id).queryKey, changed),
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] }),
  }).mutateAsync
}

export const useStep = (id: string) =>
  useChange((step: Step) => call(steps[step] as typeof imports.apply, { params: { id } }))

export const useMatchColumns = (id: string) =>
  useChange((body: { columns: (ImportColumn | null)[]; defaults: ImportDefaults }) =>
    call(imports.match, { params: { id }, body }),
  )

/** What an import that was taken back leaves in the masters. */
export const madeMasters = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'masters', id],
    meta: { live: ['asset-name', 'brand', 'vendor'] },
    queryFn: ({ signal }) => call(imports.masters, { params: { id } }, { signal }),
  })

export function useRemoveMasters(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(imports.removeMasters, { params: { id } }),
    onSettled: () =>
      Promise.all(
        [['imports', 'masters'], ['masters']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  }).mutateAsync
}

export function useForgetImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(imports.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] }),
  }).mutateAsync
}
