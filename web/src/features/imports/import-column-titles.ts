import type { AssetField } from '@ats/contract/assets/fields.ts'
import { fieldLabels } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'

/** A problem may affect the whole row. */
export const columnTitle = (column: string) =>
  column in fieldLabels ? fieldLabels[column as AssetField]() : m.imports_whole_row()
