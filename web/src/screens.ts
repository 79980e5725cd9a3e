// Why it is built this way: docs/decisions/023-declared-once.md

import { m } from '#texts'
import { account } from './screens/account.ts'
import { administration } from './screens/administration.ts'
import { assets } from './screens/assets.ts'
import { counting } from './screens/counting.ts'
import { covers } from './screens/covers.ts'
import { masters } from './screens/masters.ts'
import { readers } from './screens/readers.ts'
import { reports } from './screens/reports.ts'
import { type Screen, screen } from './screens/screen.ts'
import { shop } from './screens/shop.ts'
import { tagging } from './screens/tagging.ts'

/**
 * Every screen that requires a sign-in. Routes, guards, sidebar, palette and addresses without a city are
 * built from this list.
 */
const screens = {
  '/dashboard/$location': screen({
    title: m.dashboard_title,
    permission: 'signed-in',
    listed: {},
    load: async () => (await import('#features/dashboard/dashboard.tsx')).Dashboard,
  }),
  ...administration,
  ...masters,
  ...assets,
  ...readers,
  ...reports,
  ...counting,
  ...tagging,
  ...covers,
  ...account,
  ...shop,
}

export type ScreenPath = keyof typeof screens
export const screenPaths = Object.keys(screens) as ScreenPath[]
export const screenAt = (path: ScreenPath): Screen => screens[path]
