import { assetWise } from './asset-wise.tsx'
import type { Report } from './report.ts'

/** In the order in which people find them. */
const allReports: readonly Report[] = [assetWise]

export const reportNamed = (list: string) => allReports.find((report) => report.list === list)
