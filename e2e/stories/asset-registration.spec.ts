import type { Page } from '@playwright/test'
import { listOf, makeAsset, newTag, panelOf } from '../support/assets.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { breakCalls, holdCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = (page: Page) => page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = (page: Page) => page.getByRole('combobox', { name: 'Asset Name' })
const city = (page: Page) => page.getByLabel('Location')
const submit = (page: Page) => page.getByRole('button', { name: 'Register Asset' })
const registered = (page: Page) => page.getByText('Asset Registered Successfully!')

async function fill(page: Page, values: { tag?: string; name?: string; city?: string }) {
  await tagBox(page).fill(values.tag ?? newTag())
  await nameBox(page).fill(values.name ?? newName('Desk'))
  await city(page).selectOption({ label: values.city ?? 'Indore' })
}

test('an asset is registered with a picture and found in the list', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
  await enter({ role: 'user' })
  const name = newName('Cabinet')
  await page.goto(form)
  await fill(page, { name })
  await page.getByLabel('Image').setInputFiles(picture)
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

test('more details are folded, saved, and shown in the panel', async ({ page, enter }) => {
  const me = await enter({ role: 'admin' })
  const [name, serial] = [newName('Laptop'), newName('SN')]
  await page.goto(form)
  await expect(page.getByLabel('Serial No.')).toBeHidden()
  await page.getByRole('button', { name: 'More details' }).click()
  await fill(page, { name })
  await page.getByRole('combobox', { name: 'Assigned User' }).fill(me.email)
  await page.getByRole('combobox', { name: 'Brand' }).fill(newName('Brand'))
  await page.getByLabel('Model').fill('L-14')
  await page.getByLabel('Serial No.').fill(serial)
  await page.getByRole('combobox', { name: 'Vendor' }).fill(newName('Vendor'))
  await page.getByLabel('Rental Start Date').fill('2026-04-01')
  await page.getByLabel('Rental Period (in Months)').fill('twelve')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The rental period is a whole number of months, at most 999.',
  )
  await expect(page.getByLabel('Rental Period (in Months)')).toBeFocused()
  await page.getByLabel('Rental Period (in Months)').fill('12')
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await page
    .getByRole('region', { name: 'Registered just now' })
    .getByRole('link', { name: new RegExp(name) })
    .click()
  const panel = page.getByRole('dialog', { name, exact: true })
  for (const text of [me.name, 'L-14', serial, '1 Apr 2026', '12'])
    await expect(panel.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
})

test('a place is chosen, and with it the city', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Shelf')
  await page.goto(form)
  await tagBox(page).fill(newTag())
  await nameBox(page).fill(name)
  await page.getByLabel('Place', { exact: true }).fill('Pune Warehouse')
  await page
    .getByRole('option', { name: /^Pune Warehouse/ })
    .first()
    .click()
  await expect(city(page)).toHaveValue('pune')
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await page.goto(listOf(name))
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Pune Warehouse')
})

for (const missing of ['tag', 'name', 'city'] as const)
  test(`without the ${missing} nothing is registered, and nothing typed is lost`, async ({ page, enter }) => {
    await enter({ role: 'admin' })
    const values = { tag: newTag(), name: newName('Desk'), city: 'Indore' }
    await page.goto(form)
    await fill(page, { ...values, [missing]: missing === 'city' ? 'Choose' : '   ' })
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'All required fields must be filled, including location.',
    )
    const wrong = { tag: tagBox, name: nameBox, city }[missing](page)
    await expect(wrong).toBeFocused()
    if (missing !== 'tag') await expect(tagBox(page)).toHaveValue(values.tag)
    if (missing !== 'name') await expect(nameBox(page)).toHaveValue(values.name)
  })

test('a tag that is in use is named once, at the tag, with a link to its asset', async ({
  page,
  enter,
  admin,
}) => {
  const holder = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(form)
  await fill(page, { tag: (holder.rfidTag ?? '').toLowerCase() })
  const link = page.getByRole('link', { name: titleOfTag(holder) })
  await expect(page.getByText('This tag is already on')).toHaveCount(1)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText(`This tag is already on ${titleOfTag(holder)}`)
  await expect(tagBox(page)).toBeFocused()
  await link.click()
  await expect(panelOf(page, holder)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tagBox(page)).toHaveValue((holder.rfidTag ?? '').toLowerCase())
})

const titleOfTag = ({ assetTagId, assetName }: { assetTagId: string; assetName: string }) =>
  `${assetTagId} ${assetName}`

test('a GS1 tag is read out', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(form)
  await tagBox(page).fill('34 14 25 7B F4 00 00 00 00 00 16 2E')
  await expect(page.getByText('The tag says: GIAI · Company prefix 0614141 · Reference 5678')).toBeVisible()
})

test('registering with the keyboard alone', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(form)
  await typeInto(page, tagBox(page), newTag())
  await typeInto(page, nameBox(page), newName('Desk'))
  await tabTo(page, city(page))
  await page.keyboard.type('Delhi')
  await expect(city(page)).toHaveValue('delhi')
  await pressOn(page, submit(page))
  await expect(registered(page)).toBeVisible()
  await expect(tagBox(page)).toBeFocused()
})

test('what stays the same is kept for the next asset', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Monitor')
  await page.goto(form)
  await fill(page, { name })
  await page.getByRole('checkbox', { name: 'Keep these for the next asset' }).check()
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await expect(tagBox(page)).toHaveValue('')
  await expect(nameBox(page)).toHaveValue(name)
  await expect(city(page)).toHaveValue('indore')
  await tagBox(page).fill(newTag())
  await submit(page).click()
  const recent = page.getByRole('region', { name: 'Registered just now' })
  await expect(recent.getByRole('listitem')).toHaveCount(2)
})

test('a file that is no picture is refused, here and by the server', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(form)
  await fill(page, {})
  const image = page.getByLabel('Image')
  await image.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect(page.getByText('Please choose an SVG, PNG, JPG or GIF image.')).toBeVisible()
  await image.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText('image')
  await expect(image).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Remove image' }).click()
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
})

test('a failure keeps what was typed, and sending again registers it once', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Printer')
  await page.goto(form)
  await breakCalls(page, '/api/assets/register')
  await fill(page, { name })
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to register asset.')
  await page.unroute('/api/assets/register')

  const letGo = await holdCalls(page, '/api/assets/register')
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible()
  await page.keyboard.press('Enter')
  letGo()
  await expect(registered(page)).toBeVisible()
  await page.goto(listOf(name))
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
})

test('leaving a half filled form asks first', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(form)
  await nameBox(page).fill(newName('Desk'))
  await page.getByRole('link', { name: 'View Asset', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(nameBox(page)).not.toHaveValue('')
  await expect(page).toHaveURL(form)
})

test('under a city its location is chosen already', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/mumbai/manage-asset/asset-registration')
  await expect(city(page)).toHaveValue('mumbai')
})
