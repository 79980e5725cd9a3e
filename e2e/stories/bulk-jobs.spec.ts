import type { Page } from '@playwright/test'
import { assetRows, listOf } from '../support/assets.ts'
import { importAssets } from '../support/bulk-jobs.ts'
import { expect, test } from '../support/story.ts'

const count = 1100
const all = '1,100'

async function chooseForAll(page: Page, name: string, action: string) {
  await page.goto(listOf(name))
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: `Select all ${all} matching` }).click()
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: action })
    .click()
  return page.getByRole('dialog', { name: `${action} ${all} assets` })
}

test('a bulk job assigns over a thousand assets with progress, deletes them, and undoes the deletion', async ({
  page,
  enter,
  admin,
}) => {
  const name = await importAssets(admin, count)
  const me = await enter({ role: 'admin' })
  const dialog = await chooseForAll(page, name, 'Assign')
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill(me.email)
  await dialog.getByRole('option', { name: me.name }).click()
  await dialog.getByRole('button', { name: `Assign ${all} assets` }).click()
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('region', { name: /selected$/ })).toHaveCount(0)
  await expect(assetRows(page).filter({ hasText: me.name })).toHaveCount(10)
  await page.reload()
  await page.getByRole('button', { name: /Recent actions|Bulk changes/ }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([/Assign assets to .*Done/s])
  await page.keyboard.press('Escape')

  const deletion = await chooseForAll(page, name, 'Delete')
  await deletion.getByRole('button', { name: `Delete ${all} assets` }).click()
  await expect(deletion.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await expect(page.getByText('There are no records to display')).toBeAttached()
  await deletion.getByRole('button', { name: 'Undo' }).click()
  await expect(deletion.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(deletion.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await deletion.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(`Showing 1 to 10 of ${all} entries`)).toBeVisible()
})
