import { everywhere } from '#kernel/address/location.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

const firstAssets = '/api/assets?size=10&search=&direction=desc&sort=registeredAt'

export const assets = {
  '/dashboard/$location/manage-asset/asset-registration': screen({
    title: m.assets_register_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_asset_registration },
    load: async () => (await import('#features/assets/register/registration-form.tsx')).AssetRegistration,
  }),
  '/dashboard/$location/manage-asset/bulk-asset-registration': screen({
    title: m.assets_bulk_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_bulk_asset_registration },
    load: async () => (await import('#features/imports/bulk-registration.tsx')).BulkRegistration,
  }),
  '/dashboard/$location/manage-asset/view-assets': screen({
    title: m.assets_view_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_view_asset },
    load: async () => (await import('#features/assets/list/asset-list.tsx')).ViewAssets,
    early: (city) => [
      city === everywhere ? firstAssets : `${firstAssets}&location=${city}`,
      '/api/v1/own-fields',
    ],
  }),
  '/dashboard/$location/manage-asset/print-assets': screen({
    title: m.assets_print_title,
    permission: 'manage-asset',
    listed: {},
    layout: 'bare',
    load: async () => (await import('#features/assets/list/asset-print.tsx')).PrintAssets,
  }),
  '/dashboard/$location/manage-asset/asset-labels': screen({
    title: m.labels_assets_title,
    permission: 'manage-asset',
    listed: {},
    layout: 'bare',
    load: async () => (await import('#features/labels/asset-labels.tsx')).AssetLabels,
  }),
  '/dashboard/$location/manage-asset/print-jobs': screen({
    title: m.printing_jobs,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.printing_jobs },
    load: async () => (await import('#features/printing/print-jobs-page.tsx')).PrintJobs,
  }),
  '/dashboard/manage-assets': screen({
    title: m.assets_manage_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_manage_assets },
    load: async () => (await import('#features/state-changes/queue/queue.tsx')).ManageAssets,
  }),
  '/dashboard/asset-state-change': screen({
    title: m.requests_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_asset_state_change },
    load: async () => (await import('#features/state-changes/request/request-list.tsx')).StateChangeRequests,
  }),
}
