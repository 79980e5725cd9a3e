import { m } from '#texts'
import { assetWise } from './asset-wise.tsx'
import { ReportScreen } from './report-screen.tsx'

export const AssetWise = () => <ReportScreen report={assetWise} crumbs={[m.crumb_reports()]} />
