import { assetReaders } from '@ats/contract/permissions.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

export const covers = {
  '/dashboard/$location/manage-asset/covers': screen({
    title: m.covers_title,
    permission: assetReaders,
    listed: { 'manage-asset': m.nav_covers, report: m.nav_covers },
    load: async () => (await import('#features/covers/covers-list.tsx')).Covers,
  }),
  '/dashboard/$location/manage-asset/covers/$id': screen({
    title: m.covers_one_title,
    permission: assetReaders,
    listed: {},
    load: async () => (await import('#features/covers/cover-page.tsx')).CoverPage,
  }),
}
