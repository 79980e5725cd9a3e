import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAsset, panelOf, placeAt, viewAssets } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const log = '/dashboard/default/audit-log'
const rows = (page: Page) => page.getByRole('table', { name: 'Audit Log' }).locator('tbody').getByRole('row')
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

test('the audit log of an asset shows a change field by field', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { model: 'Interio' })
  await admin.call('put', `/api/assets/${asset._id}`, { model: 'Slimline' })
  await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  await panelOf(page, asset).getByRole('link', { name: 'In the audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()

  const changed = page.getByRole('link', { name: 'Asset changed', exact: true })
  await changed.click()
  const model = panel(page, 'Asset changed').getByRole('row', { name: 'Model' })
  await expect(model.getByRole('cell')).toHaveText(['Interio', 'Slimline'])
  await expect(
    panel(page, 'Asset changed').getByRole('button', { name: /^Copy [\da-f-]{36}$/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Asset changed')).toHaveCount(0)
  await expect(changed).toBeFocused()
})

test('a record is found by id, tag or name and exported, and each entry has its own address', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { assetName: newName('Lamp') })
  const person = await admin.person({ name: newName('Sought') })
  const me = await enter({ role: 'admin', name: newName('Looker') })
  await page.goto(log)
  const search = page.getByRole('searchbox', { name: 'Search' })
  for (const text of [asset.assetTagId, asset.rfidTag ?? '', asset.assetName]) {
    await search.fill(text)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`Asset ${asset.assetTagId} · ${asset.assetName}`)
  }
  await search.fill(person.name)
  await expect(rows(page)).toContainText([`User ${person.name}`])
  await expect(page.getByRole('main')).not.toContainText(/\b[\da-f]{8}\b/)
  await page.getByRole('link', { name: 'User created' }).click()
  await expect(panel(page, 'User created')).toContainText(person.email)
  await expect(page).toHaveURL(/line=\d+/)
  await page.reload()
  await expect(panel(page, 'User created')).toContainText(person.email)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/line=/)

  await page.goto(`${log}?recordKind=asset&recordId=${asset._id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain(`asset.registered,asset,${asset.assetTagId}`)
  expect(text).toContain(asset._id)
  expect(text).toContain(asset.rfidTag)

  await page.goto(`/dashboard/default/users/${me.id}`)
  await page.getByRole('link', { name: 'In the audit log' }).click()
  // Once with the temporary password, and once with their own.
  await expect(rows(page).filter({ hasText: 'Logged in' })).toHaveCount(2)
})

test('the manager of a property sees audit entries about the people there only', async ({
  page,
  enter,
  admin,
}) => {
  const property = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const theirs = await admin.person({ name: newName('Theirs'), places: [property._id] })
  const other = await admin.person({ name: newName('Other') })
  await enter({ role: 'user management', places: [property._id] })
  await page.goto(`${log}?search=${encodeURIComponent(theirs.name)}`)
  const created = rows(page).filter({ hasText: 'User created' })
  await expect(created).toHaveCount(1)
  await expect(created).toContainText(`User ${theirs.name}`)
  await page.goto(`${log}?search=${encodeURIComponent(other.name)}`)
  await expect(page.getByText('There are no records to display')).toBeVisible()
})
