import type { Page } from '@playwright/test'
import {
  addressOf,
  choices,
  choose,
  makeMaster,
  masterScreens,
  nameField,
  parentField,
  rowsOf,
  submit,
  useInAsset,
  usesIn,
} from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

test('a vendor is added, found, renamed in its row, counted when used, and deleted', async ({
  page,
  enter,
  admin,
}) => {
  const title = 'Vendor Master'
  const name = newName('Fresh')
  const me = await enter({ role: 'admin' })
  await page.goto(addressOf('vendor'))
  await nameField(page, 'vendor').fill(`  ${name} `)
  await submit(page).click()
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
  await search(page).fill(name)
  await expect(rowsOf(page, title)).toHaveCount(1)
  const row = rowsOf(page, title).first()
  await expect(row).toContainText(me.name)
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel(`Vendor Name of ${name}`).fill(`${name} Two`)
  await row.getByRole('button', { name: `Save ${name}` }).click()
  await expect(page.getByText(`"${name} Two" updated successfully!`)).toBeVisible()

  // The confirmation is open while somebody else starts to use the record.
  await row.getByRole('button', { name: `Delete ${name} Two` }).click()
  await useInAsset(admin, { vendor: `${name} Two` })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const inUse = page.getByRole('dialog', { name: `${name} Two is in use` })
  await expect(inUse).toContainText('Used by: 1.')
  await page.keyboard.press('Escape')
  await expect(usesIn(row)).toHaveText('1')
  await useInAsset(admin, { vendor: `${name} Two` })
  await expect(usesIn(row)).toHaveText('2')

  const other = newName('Unused')
  await nameField(page, 'vendor').fill(other)
  await submit(page).click()
  await search(page).fill(other)
  await page.getByRole('button', { name: `Delete ${other}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`"${other}" deleted successfully!`)).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('an MM, a property, an AoU and a room are added one below the other, and the property moves', async ({
  page,
  enter,
  admin,
}) => {
  const target = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  const path = ['Indore']
  for (const kind of ['mm', 'property', 'aou'] as const) {
    const { title } = masterScreens[kind]
    const name = newName(kind)
    await page.goto(addressOf(kind))
    await choose(page, parentField(page), path.at(-1) ?? '')
    await nameField(page, kind).fill(name)
    await submit(page).click()
    await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
    await search(page).fill(name)
    await expect(rowsOf(page, title)).toHaveCount(1)
    await expect(rowsOf(page, title)).toContainText([path.join(' > ')])
    path.push(name)
  }
  const [, mm = '', property = '', aou = ''] = path
  await page.getByRole('button', { name: `More actions for ${aou}` }).click()
  await page.getByRole('menuitem', { name: `Rooms of ${aou}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rooms of ${aou}` })).toBeVisible()
  const room = page.getByLabel('Room Name', { exact: true })
  const name = newName('Room')
  await room.fill(name)
  await submit(page).click()
  await expect(rowsOf(page, `Rooms of ${aou}`)).toContainText([name])
  await room.fill(name.toUpperCase())
  await submit(page).click()
  await expect(room).toHaveAccessibleDescription('There is already a record with this name.')
  await room.fill('')

  await page.goto(addressOf('property', property))
  const row = rowsOf(page, 'Property Master').first()
  await expect(row).toContainText(`Indore > ${mm}`)
  await row.getByRole('button', { name: `Edit ${property}` }).click()
  await choose(page, page.getByRole('combobox', { name: `${property} belongs to` }), target.name)
  await row.getByRole('button', { name: `Save ${property}` }).click()
  await expect(row).toContainText(`Indore > ${target.name}`)
  await page.goto(addressOf('aou', aou))
  await expect(rowsOf(page, 'AoU Master')).toContainText([`${target.name} > ${property}`])
})

test('a person of one city manages its places, adds to shared lists and only reads the cities', async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('Scoped')
  await makeMaster(admin, 'mm', { name: `${mark} Indore` })
  await enter({ role: 'user', location: 'pune' })
  await page.goto(addressOf('mm', mark))
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await nameField(page, 'mm').fill(`${mark} Pune`)
  await parentField(page).click()
  await expect(choices(page)).toHaveText(['Pune'])
  await choices(page).click()
  await submit(page).click()
  await expect(page.getByText(`"${mark} Pune" added successfully!`)).toBeVisible()
  await page.goto(addressOf('city'))
  await expect(rowsOf(page, 'City Master')).toHaveCount(1)
  await expect(submit(page)).toHaveCount(0)
  await page.goto(addressOf('brand', mark))
  await nameField(page, 'brand').fill(`${mark} Added`)
  await submit(page).click()
  await expect(page.getByText(`${mark} Added`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^Edit ${mark}`) })).toHaveCount(0)
})
