import type { Page } from '@playwright/test'
import { assetRows, listOf } from '../support/assets.ts'
import { freezeJobs, importAssets } from '../support/bulk-jobs.ts'
import { expect, test } from '../support/story.ts'

const count = 1100
const all = '1,100'

/** Chooses an action for all that match. */
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

test('more than a thousand are assigned while the person watches, and the list shows it', async ({
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
})

test('work that goes on is found again after a reload, and says what became of it', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const name = await importAssets(admin, count)
  await enter({ role: 'admin' })
  const letGo = await freezeJobs(page, { status: 'running', total: count, done: 400, finishedAt: null })
  await page.goto(listOf(name))
  await page.evaluate(
    async ([search, token]) => {
      const body = JSON.stringify({ filter: { search }, action: 'assign', assignedUser: 'Team B' })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      await fetch('/api/v1/assets/bulk', { method: 'POST', headers, body })
    },
    [name, await page.evaluate(() => localStorage.getItem('authToken'))],
  )
  await page.reload()
  await page.getByRole('button', { name: 'Work under way: 1' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toContainText(['Assign assets to Team B'])
  await dialog.getByRole('button', { name: 'Open Assign assets to Team B' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Progress of the work' })).toBeVisible()
  await expect(dialog).toContainText('400 of 1,100 assets')
  await letGo()
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect(dialog.getByRole('listitem')).toContainText(['Done'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Work on many assets' })).toBeVisible()
})

test('a deletion of more than a thousand is undone from its outcome', async ({ page, enter, admin }) => {
  const name = await importAssets(admin, count)
  await enter({ role: 'admin' })
  const dialog = await chooseForAll(page, name, 'Delete')
  await dialog.getByRole('button', { name: `Delete ${all} assets` }).click()
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await expect(page.getByText('There are no records to display')).toBeAttached()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(`Showing 1 to 10 of ${all} entries`)).toBeVisible()
})

test('work is stopped, and what was done until then is said', async ({ page, enter, admin }) => {
  const name = await importAssets(admin, count)
  await enter({ role: 'admin' })
  const letGo = await freezeJobs(page, { status: 'running', total: count, done: 400, finishedAt: null })
  const dialog = await chooseForAll(page, name, 'Assign')
  await dialog.getByRole('button', { name: `Assign ${all} assets` }).click()
  await expect(dialog).toContainText('400 of 1,100 assets')
  await letGo()
  await freezeJobs(page, { status: 'cancelled', total: count, done: 400, undoable: false })
  await dialog.getByRole('button', { name: 'Stop the work' }).click()
  await expect(dialog).toContainText('The work was stopped. What was done until then stays done.')
  await expect(dialog.getByRole('status')).toHaveText('Done: 400. Failed: 0.')
})
