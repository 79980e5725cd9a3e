import type { ComponentType } from 'react'
import type { Needed } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

const pages = () => import('#features/masters/master-page.tsx')

/** Everybody may read master records; the page shows what the person may change. */
const master = (title: () => string, load: () => Promise<ComponentType>, permission: Needed = 'signed-in') =>
  screen({ title, permission, listed: { masters: title }, load })

export const masters = {
  '/dashboard/$location/masters/mm-master': master(m.nav_mm_master, async () => (await pages()).MmMaster),
  '/dashboard/$location/masters/property-master': master(
    m.nav_property_master,
    async () => (await pages()).PropertyMaster,
  ),
  '/dashboard/$location/masters/aou-master': master(m.nav_aou_master, async () => (await pages()).AouMaster),
  '/dashboard/$location/masters/asset-name-master': master(m.nav_asset_name_master, async () =>
    (await pages()).flatMasterPage('asset-name'),
  ),
  '/dashboard/$location/masters/city-master': master(
    m.nav_city_master,
    async () => (await pages()).CityMaster,
  ),
  '/dashboard/$location/masters/asset-state-master': master(m.nav_asset_state_master, async () =>
    (await pages()).flatMasterPage('asset-state'),
  ),
  '/dashboard/$location/masters/vendor-master': master(m.nav_vendor_master, async () =>
    (await pages()).flatMasterPage('vendor'),
  ),
  '/dashboard/$location/masters/brand-master': master(m.nav_brand_master, async () =>
    (await pages()).flatMasterPage('brand'),
  ),
  '/dashboard/$location/places': master(
    m.places_title,
    async () => (await import('#features/masters/tree/place-tree.tsx')).Places,
  ),
  '/dashboard/$location/places/labels': screen({
    title: m.labels_title,
    permission: 'signed-in',
    listed: {},
    layout: 'bare',
    load: async () => (await import('#features/labels/place-labels.tsx')).PlaceLabels,
  }),
  '/dashboard/$location/masters/fields': screen({
    title: m.own_fields_title,
    permission: 'master',
    onlyEverywhere: true,
    listed: { masters: m.own_fields_title },
    load: async () => (await import('#features/own-fields/fields-page.tsx')).OwnFieldsPage,
  }),
  '/dashboard/$location/masters/tag-numbers': screen({
    title: m.tagseries_title,
    permission: 'master',
    onlyEverywhere: true,
    listed: { masters: m.tagseries_title },
    load: async () => (await import('#features/tag-series/tag-series-page.tsx')).TagNumbers,
  }),
  '/dashboard/$location/masters/label-printers': master(
    m.printing_printers,
    async () => (await import('#features/printing/printers-page.tsx')).LabelPrinters,
    'master',
  ),
  '/dashboard/$location/masters/handhelds': master(
    m.handhelds_title,
    async () => (await import('#features/handhelds/handhelds-page.tsx')).Handhelds,
    'manage-asset',
  ),
}
