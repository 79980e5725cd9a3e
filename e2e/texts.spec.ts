import type { Page } from '@playwright/test'
import { expect, test } from './support/story.ts'
import { assetScenes } from './texts/assets.ts'
import { importScenes } from './texts/imports.ts'
import { masterScenes } from './texts/masters.ts'
import { notificationScenes } from './texts/notifications.ts'
import { publicScenes } from './texts/public.ts'
import { roleAndAccountScenes } from './texts/roles-and-account.ts'
import type { Row } from './texts/scene.ts'
import { shellScenes } from './texts/shell.ts'
import { stateChangeScenes } from './texts/state-changes.ts'
import { userScenes } from './texts/users.ts'

/** Every text of the specification's screens so far, word for word, on the screen where it belongs. */
for (const { screen, when, steps, rows } of [
  ...publicScenes,
  ...shellScenes,
  ...userScenes,
  ...roleAndAccountScenes,
  ...assetScenes,
  ...masterScenes,
  ...importScenes,
  ...stateChangeScenes,
  ...notificationScenes,
])
  test(`${screen}: the texts when ${when}`, async ({ page, admin, enter }) => {
    await steps({ page, admin, enter })
    for (const row of rows) await seeText(page, row)
  })

async function seeText(page: Page, [section, text, kind]: Row) {
  const says = `section ${section}: ${text}`
  if (kind === 'crumbs') {
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.soft(crumbs, says).toHaveText(String(text).replaceAll(' > ', '>'))
  } else if (kind === 'option') {
    await expect.soft(page.locator('option').getByText(text, { exact: true }).first(), says).toBeAttached()
  } else {
    const shown = page.getByText(text, { exact: true }).filter({ visible: true })
    await expect.soft(shown.first(), says).toBeVisible()
  }
}
