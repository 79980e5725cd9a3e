import type { ReportList } from '@ats/contract/reports.ts'
import type { ExportSource } from '#kernel/files/export-source.ts'
import { asOf } from './as-of.ts'
import { assetReportExport, incompleteExport } from './asset-report.ts'
import { changes, movements } from './changes.ts'
import { covered } from './covered.ts'
import { inventoryAccuracy } from './inventory-accuracy.ts'
import { notSeen } from './not-seen.ts'
import { rentals } from './rentals.ts'
import { stateByPlace } from './state-by-place.ts'

export const reportExports: Record<ReportList, ExportSource> = {
  'report-assets': assetReportExport,
  'report-as-of': asOf.file,
  'report-changes': changes.file,
  'report-movements': movements.file,
  'report-rentals': rentals.file,
  'report-state-by-place': stateByPlace.file,
  'report-incomplete': incompleteExport,
  'report-not-seen': notSeen.file,
  'report-inventory-accuracy': inventoryAccuracy.file,
  'report-covered': covered.file,
}
