import type { Page } from '@playwright/test'
import { makeMaster, makeSite, useInAsset } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const tree = (page: Page) => page.getByRole('tree', { name: 'Tree of places' })
const item = (page: Page, name: string) => tree(page).getByRole('treeitem').filter({ hasText: name })
const details = (page: Page) => page.getByRole('region', { name: 'Selected place' })
const finder = (page: Page) => page.getByRole('combobox', { name: 'Search by any part of the path' })

async function find(page: Page, name: string) {
  await finder(page).fill(name)
  await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first().click()
  await expect(item(page, name).first()).toBeFocused()
}

/** The place is in the tree, and the input takes the next name. */
async function seeAdded(page: Page, name: string) {
  await expect(item(page, name)).toBeVisible()
  await expect(tree(page).getByRole('textbox')).toHaveValue('')
}

test('a property with three rooms is added with the keyboard alone, renamed, and the renaming undone', async ({
  page,
  enter,
  admin,
}) => {
  const mm = await makeMaster(admin, 'mm')
  const [property, aou] = [newName('Tower'), newName('Hall')]
  const floor = newName('Room')
  const rooms = ['101', '102', '103'].map((number) => `${floor} ${number}`)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/places')
  await find(page, mm.name)
  await page.keyboard.press('Insert')
  await page.keyboard.type(property)
  await page.keyboard.press('Enter')
  await seeAdded(page, property)
  await page.keyboard.press('Escape')
  await expect(item(page, property)).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.type(aou)
  await page.keyboard.press('Enter')
  await seeAdded(page, aou)
  await page.keyboard.press('Escape')
  await expect(item(page, aou)).toBeFocused()
  await page.keyboard.press('Insert')
  for (const room of rooms) {
    await page.keyboard.type(room)
    await page.keyboard.press('Enter')
    await seeAdded(page, room)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details(page)).toContainText(rooms[2] ?? '')

  await page.keyboard.press('ArrowUp')
  await expect(item(page, rooms[1] ?? '')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('Store')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Store')).toBeFocused()
  const renamed = page.getByRole('status').filter({ hasText: 'is now "Store"' })
  await renamed.getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, rooms[1] ?? '')).toBeVisible()

  await item(page, aou).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(item(page, rooms[0] ?? '')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(item(page, property)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tree(page).getByRole('treeitem').first()).toBeFocused()
})

test('a place moves to another parent with its content, counts are updated, and the move is undone', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const site = await makeSite(admin, { aou: newName('Hall') })
  const room = await makeMaster(admin, 'room', { parentId: site.aou })
  await useInAsset(admin, { placeId: room.id })
  const target = await makeMaster(admin, 'mm')
  const tower = await makeMaster(admin, 'property', { parentId: site.mm })
  await useInAsset(admin, { placeId: tower.id })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/places?place=${tower.id}`)
  await expect(item(page, tower.name)).toBeFocused()
  await expect(item(page, tower.name)).toContainText('1 asset')
  await details(page).getByRole('button', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog', { name: `Move ${tower.name}` })
  await dialog.getByRole('combobox', { name: 'New parent' }).fill(target.name)
  await page.getByRole('listbox').getByRole('option').filter({ hasText: target.name }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(details(page)).toContainText(`Indore > ${target.name}`)
  await expect(item(page, target.name)).toContainText('1 asset')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(item(page, target.name)).toContainText('0 assets')
  await details(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: `${tower.name} is in use` })).toBeVisible()
})

test('a person with one room sees its path, and can change that room only', async ({
  page,
  enter,
  admin,
}) => {
  const site = await makeSite(admin, { aou: newName('Hall') })
  const room = await makeMaster(admin, 'room', { parentId: site.aou })
  const other = await makeMaster(admin, 'room', { parentId: site.aou })
  await useInAsset(admin, { placeId: room.id })
  await useInAsset(admin, { placeId: other.id })
  await enter({ role: 'user', places: [room.id] })
  await page.goto(`/dashboard/default/places?place=${room.id}`)
  await expect(item(page, room.name)).toBeFocused()
  await expect(tree(page).getByRole('treeitem')).toHaveCount(5)
  await expect(item(page, 'Indore')).toContainText('1 asset')
  await expect(details(page).getByRole('button', { name: 'Rename' })).toBeVisible()
  await item(page, 'Indore').focus()
  await expect(details(page)).toContainText('Shown because one of your places is inside it.')
  await expect(details(page).getByRole('button', { name: 'Add MM' })).toHaveCount(0)
  // Changes of others arrive without a reload.
  await admin.call('patch', `/api/v1/masters/room/${room.id}`, { name: `${room.name} East` })
  await expect(item(page, `${room.name} East`)).toBeVisible()
})
