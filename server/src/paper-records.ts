import { assetPapers } from '#features/assets/assets.ts'
import { coverPapers } from '#features/covers/covers.ts'
import { inventoryPapers } from '#features/inventories/inventories.ts'
import { masterPapers } from '#features/masters/masters.ts'
import type { PaperRegistry } from '#features/papers/papers.ts'
import { stateChangePapers } from '#features/state-changes/state-changes.ts'

/** All kinds of records that can have papers. */
export const paperRecords: PaperRegistry = {
  ...masterPapers,
  asset: assetPapers,
  inventory: inventoryPapers,
  'state-change': stateChangePapers,
  cover: coverPapers,
}
