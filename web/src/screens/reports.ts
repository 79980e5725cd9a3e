import { m } from '#texts'
import { screen, toCome } from './screen.ts'

export const reports = {
  '/dashboard/asset-wise': screen({
    title: m.reports_asset_wise_title,
    permission: 'reports',
    listed: { report: m.nav_asset_wise },
    load: async () => (await import('#features/reports/asset-wise-screen.tsx')).AssetWise,
  }),
  '/dashboard/physical-inventory': screen({
    title: m.reports_inventory_title,
    permission: 'reports',
    listed: { report: m.nav_physical_inventory },
    load: toCome,
  }),
  '/dashboard/deleted-assets': screen({
    title: m.reports_deleted_title,
    permission: 'reports',
    listed: { report: m.nav_deleted_assets },
    load: async () => (await import('#features/assets/bin/deleted-list.tsx')).DeletedAssets,
  }),
  '/dashboard/$location/print-report/$report': screen({
    title: m.reports_print_title,
    permission: 'reports',
    listed: {},
    layout: 'bare',
    load: async () => (await import('#features/reports/report-print.tsx')).PrintReport,
  }),
}
