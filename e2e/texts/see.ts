import { expect, type Page } from '@playwright/test'
import type { Row } from './scene.ts'

/** Every text of the rows, word for word. */
export async function seeTexts(page: Page, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await seeText(page, row)
}

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
