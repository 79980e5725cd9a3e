import { m } from '#texts'
import { screen } from './screen.ts'

export const counting = {
  '/count': screen({
    title: m.count_title,
    permission: 'manage-asset',
    listed: { 'manage-asset': m.nav_count },
    soughtAs: m.nav_count_words,
    layout: 'bare',
    load: async () => (await import('#features/counting/counting.tsx')).Count,
  }),
}
