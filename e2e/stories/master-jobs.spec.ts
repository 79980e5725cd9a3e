import type { Page } from '@playwright/test'
import { importAssets } from '../support/bulk-jobs.ts'
import { addressOf, choose, makeMaster, rowsOf } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const count = 1100
const all = '1,100'

/** Chooses the record to merge into, after an attempt to delete the other. */
async function merge(page: Page, name: string, into: string) {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Merge into another…' }).click()
  await choose(page, page.getByRole('combobox', { name: 'Merge into' }), into)
  const dialog = page.getByRole('dialog', { name: `Merge ${name}` })
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  return dialog
}

/** Saves another parent for a record in its row. */
async function hangUnder(page: Page, name: string, parent: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await choose(page, page.getByRole('combobox', { name: `${name} belongs to` }), parent)
  await page.getByRole('button', { name: `Save ${name}` }).click()
}

test('a record with more than a thousand assets is merged with visible progress', async ({
  page,
  enter,
  admin,
}) => {
  const old = await importAssets(admin, count)
  const kept = await makeMaster(admin, 'asset-name', { name: newName('Kept') })
  await enter({ role: 'admin' })
  await page.goto(addressOf('asset-name', old))
  const dialog = await merge(page, old, kept.name)
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('There are no records to display')).toBeAttached()
  await page.goto(addressOf('asset-name', kept.name))
  await expect(page.getByText('1,000+').first()).toBeVisible()
  await page.getByRole('button', { name: /Recent actions|Bulk changes/ }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(
    `Merge ${old} → ${kept.name}`,
  )
})

test('a place with more than a thousand assets moves immediately, and its assets follow', async ({
  page,
  enter,
  admin,
}) => {
  const mm = await makeMaster(admin, 'mm', { name: newName('Campus') })
  await importAssets(admin, count, mm.name)
  await enter({ role: 'admin' })
  await page.goto(addressOf('mm', mm.name))
  await hangUnder(page, mm.name, 'Pune')
  const dialog = page.getByRole('dialog', { name: `Move assets with Pune > ${mm.name}` })
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${all}. Failed: 0.`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowsOf(page, 'MM Master').first()).toContainText('Pune')
  // The person watched the job until its end, so there is no notification.
  await page.goto('/dashboard/default/notifications')
  const news = page.getByRole('main').getByRole('listitem')
  const nothing = page.getByText(/^Nothing yet\./)
  await expect(nothing.or(news).first()).toBeVisible()
  await expect(news.filter({ hasText: mm.name })).toHaveCount(0)
})
