import type { Page } from '@playwright/test'

/** Switches the screens to another city, or to all. */
export async function switchCity(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: from }).click()
  await page
    .getByRole('list', { name: 'Choose what location to show' })
    .getByRole('button', { name: to })
    .click()
}
