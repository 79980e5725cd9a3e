import { assetReaders } from '@ats/contract/permissions.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

type Load = Parameters<typeof screen>[0]['load']
type Title = () => string

const readers = { permission: 'reports' } as const
const one = (title: Title, load: Load) => screen({ title, ...readers, listed: {}, load })
const printed = (title: Title, load: Load) => screen({ title, ...readers, listed: {}, layout: 'bare', load })
const report = (title: Title, load: Load) => screen({ title, ...readers, listed: { report: title }, load })

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
    load: async () =>
      (await import('#features/inventories/review/inventory-report.tsx')).PhysicalInventoryReport,
  }),
  '/dashboard/physical-inventory/$id': one(
    m.inventory_title,
    async () => (await import('#features/inventories/inventory-page.tsx')).InventoryPage,
  ),
  '/dashboard/physical-inventory/$id/print': printed(
    m.inventory_print_title,
    async () => (await import('#features/inventories/review/inventory-print.tsx')).PrintInventory,
  ),
  '/dashboard/$location/verification': report(
    m.programmes_title,
    async () => (await import('#features/inventories/programmes/programme-list.tsx')).Programmes,
  ),
  '/dashboard/$location/verification/$id': one(
    m.programme_title,
    async () => (await import('#features/inventories/programmes/programme-page.tsx')).ProgrammePage,
  ),
  '/dashboard/$location/investigations': report(
    m.investigations_title,
    async () => (await import('#features/inventories/review/investigations.tsx')).Investigations,
  ),
  '/dashboard/$location/auditor': report(
    m.auditor_title,
    async () => (await import('#features/auditor/auditor-page.tsx')).Auditor,
  ),
  '/dashboard/$location/certificates/$id': printed(
    m.cert_title,
    async () => (await import('#features/certificates/certificate-page.tsx')).CertificatePage,
  ),
  '/dashboard/$location/unknown-tags': screen({
    title: m.unknown_tags_title,
    permission: assetReaders,
    listed: { 'manage-asset': m.unknown_tags_title, report: m.unknown_tags_title },
    load: async () => (await import('#features/inventories/count/unknown-tags.tsx')).UnknownTags,
  }),
  '/dashboard/deleted-assets': screen({
    title: m.reports_deleted_title,
    permission: 'reports',
    listed: { report: m.nav_deleted_assets },
    load: async () => (await import('#features/assets/bin/deleted-list.tsx')).DeletedAssets,
  }),
  '/dashboard/$location/reports': screen({
    title: m.reports_all_title,
    permission: 'reports',
    listed: { report: m.nav_all_reports },
    load: async () => (await import('#features/reports/reports-page.tsx')).AllReports,
  }),
  '/dashboard/$location/reports/$report': one(
    m.reports_one_title,
    async () => (await import('#features/reports/one-report.tsx')).OneReport,
  ),
  '/dashboard/$location/print-report/$report': printed(
    m.reports_print_title,
    async () => (await import('#features/reports/report-print.tsx')).PrintReport,
  ),
}
