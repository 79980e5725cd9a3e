import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAsset, panelOf, placeAt, viewAssets } from '../support/assets.ts'
import { pressOn } from '../support/keyboard.ts'
import { breakCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const log = '/dashboard/default/audit-log'
const rows = (page: Page) => page.getByRole('table', { name: 'Audit Log' }).locator('tbody').getByRole('row')
const ofAsset = (id: string) => `${log}?recordKind=asset&recordId=${id}`
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a change is found from the asset, and told field by field', { tag: '@narrow' }, async ({
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

test('a record is found by its id, tag or name, and a line has an address of its own', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { assetName: newName('Lamp') })
  const person = await admin.person({ name: newName('Sought') })
  await enter({ role: 'admin' })
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
  await page.goto(`${log}?line=999999999`)
  await expect(page.getByRole('dialog')).toContainText('This line does not exist')
})

test('who manages a property finds what happened to the people there, and to nobody else', async ({
  page,
  enter,
  admin,
}) => {
  const property = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const theirs = await admin.person({ name: newName('Theirs'), places: [property._id] })
  const other = await admin.person({ name: newName('Other') })
  await enter({ role: 'user management', places: [property._id] })
  await page.goto(`${log}?search=${encodeURIComponent(theirs.name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`User ${theirs.name}`)
  await page.goto(`${log}?search=${encodeURIComponent(other.name)}`)
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('filters narrow the log, stay in the address, and can be cleared', async ({ page, enter, admin }) => {
  const doer = await enter({ role: 'admin', name: newName('Doer') })
  const asset = await makeAsset(admin, { location: 'pune' })
  await page.goto(`${log}?recordId=${asset._id}&recordKind=asset`)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Only Asset .* Show all records$/ }).click()
  await expect(rows(page)).toHaveCount(10)

  await page.getByLabel('Kind of record').selectOption('User')
  await page.getByLabel('Action').selectOption('Signed in')
  await page.getByRole('combobox', { name: 'Person' }).fill(doer.name)
  await page.getByRole('option', { name: doer.name }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(doer.name)
  await expect(page).toHaveURL(/userId=/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(new RegExp(doer.name))
  await page.getByLabel('To day').fill('2020-01-31')
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page).not.toHaveURL(/userId=|to=/)
})

test('a place holds what happened below it', async ({ page, enter, admin }) => {
  const warehouse = await placeAt(admin, 'Indore > MM South > Indore Warehouse')
  const asset = await makeAsset(admin, { placeId: warehouse._id })
  await enter({ role: 'admin' })
  await page.goto(`${log}?action=asset.registered`)
  await expect(rows(page).first()).toContainText('Asset registered')
  await page.getByLabel('Place', { exact: true }).fill('MM South Indore')
  await page.getByRole('option', { name: 'MM South' }).first().click()
  await expect(rows(page).filter({ hasText: asset.assetTagId })).toContainText(
    'Indore > MM South > Indore Warehouse',
  )
})

test('a record leads to its own screen, and the keyboard to everything', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(ofAsset(asset._id))
  await pressOn(page, page.getByRole('link', { name: 'Asset registered', exact: true }))
  await expect(panel(page, 'Asset registered')).toBeVisible()
  await page.keyboard.press('Escape')
  await pressOn(
    page,
    rows(page).getByRole('link', { name: `Asset ${asset.assetTagId} · ${asset.assetName}` }),
  )
  await expect(panelOf(page, asset)).toBeVisible()
})

test("what a person did is one step from the person's page", async ({ page, enter }) => {
  const me = await enter({ role: 'admin', name: newName('Looker') })
  await page.goto(`/dashboard/default/users/${me.id}`)
  await page.getByRole('link', { name: 'In the audit log' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Signed in')
})

test('the log leaves as a file', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(ofAsset(asset._id))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain(`asset.registered,asset,${asset.assetTagId}`)
  expect(text).toContain(asset._id)
  expect(text).toContain(asset.rfidTag)
})

test('someone without the permission is not let in, and a failure can be tried again', async ({
  page,
  enter,
  admin,
}) => {
  const role = newName('Keeper')
  await admin.call('post', '/api/v1/roles', { roleName: role, permissions: ['master', 'manage-asset'] })
  await enter({ role: role.toLowerCase() })
  await page.goto(log)
  await expect(page.getByRole('heading', { level: 1, name: 'Not authorized' })).toBeVisible()
  await enter({ role: 'admin' })
  await breakCalls(page, '**/api/v1/audit?*')
  await page.goto(log)
  await expect(page.getByRole('alert')).toContainText('The audit log could not be loaded.')
  await page.unroute('**/api/v1/audit?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(10)
})
