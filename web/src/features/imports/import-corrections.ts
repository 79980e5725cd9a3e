import type { ImportColumn } from '@ats/contract/import-columns.ts'
import { placeColumns } from '@ats/contract/import-columns.ts'
import type { ImportCorrection } from '@ats/contract/import-corrections.ts'
import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { useCorrect, useUndoCorrection } from './import-queries.ts'

/** Corrections are possible until the file is applied, and only by the person who uploaded it. */
export const isCorrectable = ({ status, mine }: AssetImport) => status === 'ready' && mine

/** One wrong cell per problem and row. */
export const wrongCells = ({ problems }: AssetImport) =>
  problems.reduce((sum, { kind, rows }) => (kind === 'wrong' ? sum + rows : sum), 0)

const isPlace = (column: ImportColumn | null) =>
  column !== null && (placeColumns as readonly ImportColumn[]).includes(column)

/**
 * The position of the cell that a problem is about. The place may consist of several cells: the last one with
 * a text names it. Undefined for the whole row, and for a column that the file lacks.
 */
export function cellOf(columns: AssetImport['columns'], { cells }: ImportRow, column: string) {
  const at = columns.indexOf(column as ImportColumn)
  if (at >= 0) return at
  if (column !== 'place') return undefined
  const filled = columns.findLastIndex((one, index) => isPlace(one) && cells[index] !== '')
  const place = filled >= 0 ? filled : columns.findIndex(isPlace)
  return place >= 0 ? place : undefined
}

/** Sends corrections; a failure is shown, and what was typed stays. */
export function useCorrections({ _id }: AssetImport) {
  const send = useCorrect(_id)
  const takeBack = useUndoCorrection(_id)
  const tried = async (work: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      toast.failure(failure, messageOf(error, ''))
      return false
    }
  }
  return {
    correct: (correction: ImportCorrection) => tried(() => send(correction), m.imports_correct_failed()),
    undo: () => tried(takeBack, m.imports_correction_undo_failed()),
  }
}
