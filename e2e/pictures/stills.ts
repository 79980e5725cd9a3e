import type { Browser, Page } from '@playwright/test'
import { bulkScreen, csvFile, newTag } from '../support/imports.ts'
import { scan } from '../support/reader.ts'
import { type Counted, countAddress, counter, lead, setNetwork } from './count-story.ts'
import { type Demo, keepStill, type Look, shoot, type Visit, visit } from './studio.ts'

type Still = {
  name: string
  path: string
  /** What is done, and waited for, before the picture is taken. */
  until: (visit: Visit) => Promise<unknown>
  /** Whose screen it is; the administrator's where nobody is named. */
  as?: string | null
  look?: Omit<Look, 'language'>
  /** Also in Hindi, for the guide in that language. */
  inHindi?: boolean
}

const delivery = () => [
  ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Model'],
  ...['Office Chair', 'Office Chair', 'Work Desk', 'Monitor', 'Monitor', 'Printer'].map((name) => [
    ...[newTag(), name, 'Pune', 'Working', ''],
  ]),
  [newTag(), 'Projector', 'Atlantis', 'Working', ''],
  [newTag(), '', 'Pune', 'Working', ''],
]

const firstImage = (page: Page) => page.locator('table img').first().waitFor()
const rows = (page: Page) => page.locator('tbody').getByRole('row')

/** The last day of March is in the year of the demo on any day. */
export function pastDay(today = new Date()): string {
  const year = today.getFullYear() - (today.getMonth() < 4 ? 1 : 0)
  return `${year}-03-31`
}
export const asOfAddress = (day: string) => `/dashboard/default/reports/report-as-of?day=${day}`

export const reviewAddress = (inventory: string) => `/dashboard/physical-inventory/${inventory}`

const stills: Still[] = [
  {
    ...{ name: 'sign-in', path: '/login', as: null, inHindi: true },
    until: ({ page }) => page.getByText('Anil Saxena').waitFor(),
  },
  {
    ...{ name: 'list-with-panel', path: '/dashboard/default/manage-asset/view-assets', inHindi: true },
    until: async ({ page, words }) => {
      await firstImage(page)
      await rows(page).nth(2).getByRole('link').click()
      await page.getByRole('dialog').getByText(words('assets_history')).first().waitFor()
    },
  },
  {
    ...{ name: 'queue', path: '/dashboard/manage-assets', inHindi: true },
    until: ({ page }) => firstImage(page),
  },
  {
    ...{ name: 'import-preview', path: bulkScreen },
    until: async ({ page, words }) => {
      const file = csvFile(delivery(), 'Delivery Pune.csv')
      await page.locator('input[type=file]').first().setInputFiles(file)
      await page.getByRole('button', { name: words('imports_upload') }).click()
      // The worker has work of the demo's year to look through first.
      await page.getByRole('tabpanel').locator('td input').first().waitFor()
      const toast = page.locator('.mantine-Notification-closeButton')
      await toast.click({ timeout: 3000 }).catch(() => undefined)
    },
  },
  {
    ...{ name: 'floor-plan', path: '/dashboard/default/floors?layer=now', look: { scheme: 'dark' } },
    until: async ({ page }) => {
      await page
        .getByRole('link', { name: /^Ground Floor/ })
        .first()
        .click()
      await page.locator('svg [data-place]').nth(8).waitFor()
      // The readers of the demo read every few seconds.
      await page.waitForTimeout(4000)
    },
  },
  {
    ...{ name: 'as-of', path: asOfAddress(pastDay()), inHindi: true },
    until: ({ page }) => rows(page).nth(5).waitFor(),
  },
  {
    ...{ name: 'place-tree', path: '/dashboard/default/places', inHindi: true },
    until: async ({ page }) => {
      for (const name of ['Indore', 'MM North', 'Indore Head Office', 'Ground Floor'])
        await expand(page, name)
    },
  },
]

async function expand(page: Page, name: string) {
  const item = page.getByRole('treeitem').filter({ hasText: name }).first()
  await item.focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('[role=treeitem][aria-expanded=true]').filter({ hasText: name }).first().waitFor()
}

async function take(browser: Browser, demo: Demo, still: Still, language: 'en' | 'hi') {
  const email = still.as === undefined ? demo.email : still.as
  const seen = await visit(browser, demo, email, { ...still.look, language })
  await seen.page.goto(still.path)
  await still.until(seen)
  await keepStill(language === 'hi' ? `hi/${still.name}` : still.name, await shoot(seen.page))
  await seen.page.context().close()
}

export async function takeStills(browser: Browser, demo: Demo, name = '') {
  for (const still of stills.filter((one) => one.name.includes(name))) {
    await take(browser, demo, still, 'en')
    if (still.inHindi) await take(browser, demo, still, 'hi')
  }
}

/** A phone in a room without a network. Nothing of it is ever sent. */
export async function takeCountStills(browser: Browser, demo: Demo, counted: Counted) {
  for (const language of ['en', 'hi'] as const) {
    const { page, words } = await visit(browser, demo, counter, { device: 'phone', language })
    await page.goto(countAddress(counted))
    await page.getByText(words('count_ready')).waitFor()
    await setNetwork(page, false)
    for (const tag of [...counted.here.slice(0, 6), counted.elsewhere[0] ?? '', counted.here[6] ?? '']) {
      await scan(page, tag)
      await page.waitForTimeout(400)
    }
    await page.getByText(words('count_offline')).waitFor()
    await keepStill(language === 'hi' ? 'hi/count' : 'count', await shoot(page))
    await page.context().close()
  }
}

/** After the tour, which ends counting and proposes what to do. */
export async function takeReviewStills(browser: Browser, demo: Demo, { inventory }: Counted) {
  const still: Still = {
    ...{ name: 'review', path: reviewAddress(inventory), as: lead },
    until: async ({ page }) => {
      await rows(page).nth(5).waitFor()
      await page.evaluate('scrollTo(0, 240)')
    },
  }
  for (const language of ['en', 'hi'] as const) await take(browser, demo, still, language)
}
