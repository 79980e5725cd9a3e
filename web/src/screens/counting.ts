import { m } from '#texts'
import { screen } from './screen.ts'

export const counting = {
  '/count': screen({
    title: m.count_title,
    permission: 'manage-asset',
    listed: { you: m.nav_count },
    layout: 'bare',
    load: async () => (await import('#features/counting/counting.tsx')).Count,
  }),
}
