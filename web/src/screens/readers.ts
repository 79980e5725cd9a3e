import { assetReaders } from '@ats/contract/permissions.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

export const readers = {
  '/dashboard/$location/readers': screen({
    title: m.readers_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.readers_title },
    load: async () => (await import('#features/readers/setup/readers-list.tsx')).Readers,
  }),
  '/dashboard/$location/readers/$id': screen({
    title: m.readers_one_title,
    permission: 'manage-asset',
    listed: {},
    load: async () => (await import('#features/readers/setup/reader-page.tsx')).ReaderPage,
  }),
  '/dashboard/$location/live': screen({
    title: m.live_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.live_title },
    load: async () => (await import('#features/readers/sightings/live-reads.tsx')).LiveReads,
  }),
  '/dashboard/$location/seen-elsewhere': screen({
    title: m.elsewhere_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.elsewhere_title },
    load: async () => (await import('#features/readers/sightings/seen-elsewhere.tsx')).SeenElsewhere,
  }),
  '/dashboard/$location/floors': screen({
    title: m.floors_title,
    permission: assetReaders,
    listed: { 'manage-asset': m.floors_title, report: m.floors_title },
    load: async () => (await import('#features/floors/floor-list.tsx')).Floors,
  }),
  '/dashboard/$location/floors/$id': screen({
    title: m.floors_one_title,
    permission: assetReaders,
    listed: {},
    load: async () => (await import('#features/floors/plan/floor-page.tsx')).FloorPage,
  }),
  '/dashboard/$location/dead-letters': screen({
    title: m.dead_letters_title,
    permission: 'manage-asset',
    listed: {},
    load: async () => (await import('#features/readers/sightings/dead-letters.tsx')).DeadLetters,
  }),
}
