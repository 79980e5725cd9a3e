import { z } from 'zod'
import { id } from './id.ts'
import { importColumn } from './import-columns.ts'

/** Rows by their numbers, or all wrong rows with the same problem and the same text in the cell. */
const correctedRows = z.union([
  z.object({ rows: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(200) }),
  z.object({ problem: z.string().max(100), written: z.string().max(200) }),
])

/** The text that replaces a cell, or the place that replaces all cells about the place. */
const correctedTo = z.union([
  z.object({ column: importColumn, value: z.string().trim().max(1000) }),
  z.object({ placeId: id }),
])

export const importCorrection = z.object({ of: correctedRows, to: correctedTo })
export type ImportCorrection = z.infer<typeof importCorrection>
