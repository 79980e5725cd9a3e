import type { Finder } from '#kernel/address/finder.ts'
import { m } from '#texts'

export const viewFinder: Finder = {
  id: 'views',
  label: m.views_title,
  permission: 'signed-in',
  find: async (...asked) => (await import('./find-views.ts')).findViews(...asked),
}
