import { expect, type Locator, type Page } from '@playwright/test'
import type { Row, TextKind } from './scene.ts'

/** Checks every text of the rows, word for word. */
export async function seeTexts(page: Page, rows: readonly Row[], scene: string): Promise<void> {
  for (const row of rows) await seeText(page, row, scene)
}

const exact = true

const places: Record<Exclude<TextKind, 'crumbs'>, (page: Page, text: string | RegExp) => Locator> = {
  option: (page, text) => page.locator('option').getByText(text, { exact }),
  value: (page, text) => page.locator(`option[value="${text}"]`),
  hint: (page, text) => page.getByPlaceholder(text, { exact }),
  link: (page, name) => page.getByRole('link', { name, exact }),
  field: (page, text) => page.getByLabel(text, { exact }),
}

async function seeText(page: Page, [section, text, kind]: Row, scene: string) {
  const says = `${scene}, section ${section}: ${text}`
  if (kind === 'crumbs') {
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.soft(crumbs, says).toHaveText(String(text).replaceAll(' > ', '>'))
  } else if (kind === 'option' || kind === 'value') {
    await expect.soft(places[kind](page, text).first(), says).toBeAttached()
  } else {
    const shown = kind === undefined ? page.getByText(text, { exact }) : places[kind](page, text)
    await expect.soft(shown.filter({ visible: true }).first(), says).toBeVisible()
  }
}
