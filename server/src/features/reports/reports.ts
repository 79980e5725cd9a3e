import type { ReportList } from '@ats/contract/reports.ts'
import type { ExportSource } from '#kernel/files/export-source.ts'
import { assetReportExport } from './asset-report.ts'

/** How reports leave as files. */
export const reportExports: Record<ReportList, ExportSource> = {
  'report-assets': assetReportExport,
}
