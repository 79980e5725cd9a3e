import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { ago, idOf } from './listed.ts'

/** A file of three new chairs that was applied; `given` overrides it. */
export const imported = (given: Partial<AssetImport> = {}): AssetImport => ({
  ...{ _id: idOf(1), fileName: 'chairs.csv', status: 'done', createdAt: ago(60), createdBy: 'Asha Verma' },
  ...{ mine: true, progress: { done: 3, total: 3 }, headers: ['RFID Tag', 'Asset Name', 'City'] },
  ...{ columns: ['rfidTag', 'assetName', 'city'], unknown: [], asks: [], defaults: {}, rows: 3 },
  ...{ counts: { new: 3, changed: 0, unchanged: 0, wrong: 0 }, problems: [], creates: [], createsTotal: 0 },
  ...{ corrections: 0, kept: 0, binned: 0, reverted: 0, message: null, code: null, failedIn: null },
  ...{ finishedAt: given.status === 'ready' ? null : ago(30), expiredAt: null, ...given },
})

export const importedRow = (row: number, given: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, assetId: null, rfidTag: `E28${row}`, assetTagId: null, assetName: 'Office Chair' },
  ...{ cells: [`E28${row}`, 'Office Chair', 'Indore'], changes: [], values: [], problems: [], ...given },
})
