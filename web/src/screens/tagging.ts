import { m } from '#texts'
import { screen } from './screen.ts'

export const tagging = {
  '/dashboard/$location/tagging': screen({
    title: m.tagging_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.tagging_title },
    load: async () => (await import('#features/tagging/drive-list.tsx')).TaggingDrives,
  }),
  '/dashboard/$location/tagging/$id': screen({
    title: m.tagging_one,
    permission: 'manage-asset',
    listed: {},
    load: async () => (await import('#features/tagging/drive-page.tsx')).DrivePage,
  }),
}
