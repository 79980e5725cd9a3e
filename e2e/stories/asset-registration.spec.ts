import type { Page } from '@playwright/test'
import { listOf, newTag } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = (page: Page) => page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = (page: Page) => page.getByRole('combobox', { name: 'Asset Name' })
const submit = (page: Page) => page.getByRole('button', { name: 'Register Asset' })
const registered = (page: Page) => page.getByText('Asset Registered Successfully!')

test('an asset is registered with an image and found in the list', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
  await enter({ role: 'user' })
  const name = newName('Cabinet')
  await page.goto(form)
  await tagBox(page).fill(newTag())
  await nameBox(page).fill(name)
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  const image = page.getByLabel('Image')
  await image.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText('image')
  await expect(image).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Remove image' }).click()
  await image.setInputFiles(picture)
  await expect(page.getByRole('img', { name: 'Preview of the chosen image' })).toBeVisible()
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await expect(tagBox(page)).toHaveValue('')
  await expect(nameBox(page)).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Preview of the chosen image' })).toHaveCount(0)

  await page.goto(listOf(name))
  await page.getByRole('link', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name, exact: true })
  await expect(panel.getByRole('button', { name: /^Enlarge the image of/ }).locator('img')).toBeVisible()
})

test('a place, its city and more details are saved and shown in the panel', async ({ page, enter }) => {
  const me = await enter({ role: 'admin' })
  const [name, serial] = [newName('Laptop'), newName('SN')]
  await page.goto(form)
  await tagBox(page).fill(newTag())
  await nameBox(page).fill(name)
  await page.getByLabel('Place', { exact: true }).fill('Pune Warehouse')
  await page
    .getByRole('option', { name: /^Pune Warehouse/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'More details' }).click()
  await page.getByRole('combobox', { name: 'Assigned User' }).fill(me.email)
  await page.getByRole('combobox', { name: 'Brand' }).fill(newName('Brand'))
  await page.getByLabel('Model').fill('L-14')
  await page.getByLabel('Serial No.').fill(serial)
  await page.getByRole('combobox', { name: 'Vendor' }).fill(newName('Vendor'))
  await page.getByLabel('Rental Start Date').fill('2026-04-01')
  await page.getByLabel('Rental Period (in Months)').fill('12')
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await page
    .getByRole('region', { name: 'Just registered' })
    .getByRole('link', { name: new RegExp(name) })
    .click()
  const panel = page.getByRole('dialog', { name, exact: true })
  for (const text of [me.name, 'L-14', serial, '1 Apr 2026', '12', 'Pune Warehouse'])
    await expect(panel.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
})
