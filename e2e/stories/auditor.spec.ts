import type { Page } from '@playwright/test'
import { panelOf } from '../support/assets.ts'
import { makeEstate, makeRole } from '../support/limited.ts'
import { expect, test } from '../support/story.ts'

/** Actions that change something, or are for people who manage assets. */
const changes = /^(Edit|Delete|Request|Replace|Mark|Restore|Register|Move|Assign|Import)\b/

const offersNoChange = async (page: Page) => {
  await expect(page.getByRole('button', { name: changes })).toHaveCount(0)
  await expect(page.getByRole('link', { name: changes })).toHaveCount(0)
}

test('an auditor goes from a report to the asset, its history and the audit log without an error', async ({
  page,
  enter,
  admin,
}) => {
  const { property, assets, nextDoor } = await makeEstate(admin)
  const [asset] = assets
  await admin.call('put', `/api/assets/${asset._id}`, { model: 'Slimline' })
  await admin.call('put', `/api/assets/${nextDoor.asset._id}`, { model: 'Slimline' })
  await enter({ role: await makeRole(admin, 'Auditor', ['reports']), places: [property.id] })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto('/dashboard/default')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('link', { name: 'All Reports' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Assets without Tag or Image' }).click()
  await page.getByLabel('Without', { exact: true }).selectOption('picture')
  await page.getByRole('button', { name: 'Submit' }).click()
  const rows = page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')
  const row = rows.filter({ hasText: asset.assetTagId }).first()
  await expect(row).toBeVisible()
  await expect(rows.filter({ hasText: nextDoor.asset.assetTagId })).toHaveCount(0)
  await offersNoChange(page)

  await row.getByRole('link', { name: asset.assetName }).click()
  const panel = panelOf(page, asset)
  await expect(panel).toContainText('Slimline')
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Model')
  await offersNoChange(page)
  await panel.getByRole('link', { name: 'In the audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  await page.getByRole('link', { name: 'Asset changed', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Asset changed' })).toContainText('Slimline')
  await page.keyboard.press('Escape')
  await offersNoChange(page)
  expect(refused).toEqual([])
})
