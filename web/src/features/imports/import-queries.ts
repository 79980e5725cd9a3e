import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { ImportCorrection } from '@ats/contract/import-corrections.ts'
import {
  type AssetImport,
  type ImportDefaults,
  type ImportStatus,
  imports,
  type rowKind,
} from '@ats/contract/imports.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/http/call.ts'
import { pagesQuery, query } from '#kernel/http/query.ts'
import { useChange, useWriting } from '#kernel/http/use-change.ts'

export type RowKind = z.infer<typeof rowKind>

const working: ImportStatus[] = ['reading', 'checking', 'applying', 'undoing', 'cancelling']
export const isWorking = ({ status }: Pick<AssetImport, 'status'>) => working.includes(status)

const everySecond = 1000

export const recentImports = query(
  imports.list,
  {},
  {
    select: (reply) => reply.imports,
    refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? everySecond : false),
  },
)

/** Polled every second while the import is running, so that the progress bar moves. */
export const importById = (id: string) =>
  query(
    imports.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? everySecond : false) },
  )

export const importRows = (
  id: string,
  { kind, problem, size = 50 }: { kind: RowKind; problem?: string | undefined; size?: number },
  version: string,
) =>
  pagesQuery(
    imports.rows,
    (after: number) => ({
      params: { id },
      query: { kind, after, size, ...(problem !== undefined && { problem }) },
    }),
    {
      version,
      // The cells of a table stay while corrected rows are fetched again.
      placeholderData: keepPreviousData,
      initialPageParam: 0,
      getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.row : undefined),
    },
  )

/** Changes with the rows: after each check, correction and run. */
export const rowsVersion = ({ status, counts, kept, columns, defaults, corrections }: AssetImport) =>
  JSON.stringify([status, counts, kept, columns, defaults, corrections])

const steps = { apply: imports.apply, cancel: imports.cancel, undo: imports.undo, retry: imports.retry }
export type Step = keyof typeof steps

function useImportChange<Input, R extends { import: AssetImport }>(send: (input: Input) => Promise<R>) {
  const client = useQueryClient()
  const onSuccess = ({ import: changed }: R) => client.setQueryData(importById(changed._id).queryKey, changed)
  return useWriting(imports.apply.writes, send, { onSuccess }).mutateAsync
}

export const useStep = (id: string) =>
  useImportChange((step: Step) => call(steps[step] as typeof imports.apply, { params: { id } }))

export const useMatchColumns = (id: string) =>
  useImportChange((body: { columns: (ImportColumn | null)[]; defaults: ImportDefaults }) =>
    call(imports.match, { params: { id }, body }),
  )

export const useCorrect = (id: string) =>
  useImportChange((body: ImportCorrection) => call(imports.correct, { params: { id }, body }))

export const useUndoCorrection = (id: string) => {
  const undo = useImportChange(() => call(imports.undoCorrection, { params: { id } }))
  return () => undo(undefined)
}

/** Master records that remain after an import was undone. */
export const madeMasters = (id: string) => query(imports.masters, { params: { id } })

export const useRemoveMasters = (id: string) =>
  useChange(imports.removeMasters, () => ({ params: { id } })).mutateAsync

export const useForgetImport = () =>
  useChange(imports.remove, (id: string) => ({ params: { id } })).mutateAsync
