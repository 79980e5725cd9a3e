import { assetWise } from './asset-wise.tsx'
import { covered } from './covered.tsx'
import { inventoryAccuracy } from './inventory-accuracy.tsx'
import { moreReports } from './more-reports.tsx'
import { notSeen } from './not-seen.tsx'
import type { Report } from './report.ts'

/** In the order in which people see them. */
export const allReports: readonly Report[] = [assetWise, ...moreReports, notSeen, covered, inventoryAccuracy]

export const reportNamed = (list: string) => allReports.find((report) => report.list === list)
