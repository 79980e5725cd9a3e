import { assetRows, listOf, makeAsset, panelOf } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('the palette and the audit log open an asset over any screen, which keeps its input', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/add-role')
  const name = newName('Keeper')
  await page.getByLabel('Role Name').fill(name)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill(asset.assetTagId)
  await expect(page.getByRole('option', { selected: true })).toContainText(asset.assetTagId)
  await page.keyboard.press('Enter')
  await expect(panelOf(page, asset)).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/default/add-role?asset=${asset._id}`)
  await panelOf(page, asset).getByRole('button', { name: 'Close' }).click()
  await expect(panelOf(page, asset)).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/default/add-role')
  await expect(page.getByLabel('Role Name')).toHaveValue(name)
  await page.getByLabel('Role Name').fill('')

  await page.goto(`/dashboard/default/audit-log?search=${asset.assetTagId}`)
  await page
    .getByRole('link', { name: `Asset ${asset.assetTagId} · ${asset.assetName}` })
    .first()
    .click()
  await expect(panelOf(page, asset)).toBeVisible()
  await expect(page).toHaveURL(/\/audit-log\?/)
  await page.keyboard.press('Escape')
  await expect(panelOf(page, asset)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
})

test('switching the language keeps the input and sends no request', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/places/cities')) asked.push(request.url())
  })
  await page.goto('/dashboard/default/add-role')
  const name = newName('Keeper')
  await page.getByLabel('Role Name').fill(name)
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('button', { name: 'HI' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Add Role')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue(name)
  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Role' })).toBeVisible()
  await expect(page.getByLabel('Role Name')).toHaveValue(name)
  expect(asked).toHaveLength(1)
})

test('changes before the stream opens appear once it is open', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  let listen = () => {}
  const held = new Promise<void>((resolve) => {
    listen = resolve
  })
  await page.route(/\/api\/v1\/live/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(listOf(asset.assetName))
  await expect(assetRows(page)).toHaveCount(1)
  const holder = newName('Holder')
  await admin.call('put', `/api/assets/${asset._id}`, { assignedUser: holder })
  listen()
  await expect(assetRows(page)).toContainText([holder])
})
