import type { Page } from '@playwright/test'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import {
  addressOf,
  choices,
  choose,
  makeMaster,
  nameField,
  parentField,
  rowsOf,
  submit,
  usesIn,
} from '../support/masters.ts'
import { breakCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const roomName = (page: Page) => page.getByLabel('Room Name', { exact: true })
const rooms = (page: Page, aou: string) => rowsOf(page, `Rooms of ${aou}`)

test('what the last record belongs to stays chosen for the next one', async ({ page, enter, admin }) => {
  const mm = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.goto(addressOf('property'))
  await choose(page, parentField(page), mm.name)
  for (const name of [newName('First'), newName('Second')]) {
    await nameField(page, 'property').fill(name)
    await submit(page).click()
    await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
    await expect(parentField(page)).toHaveValue(`${mm.name} · Indore`)
  }
  await page.goto(addressOf('mm', mm.name))
  await expect(usesIn(rowsOf(page, 'MM Master'))).toHaveText('2')
})

test('a place moves to another parent where it stands', async ({ page, enter, admin }) => {
  const property = await makeMaster(admin, 'property')
  const target = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.goto(addressOf('property', property.name))
  const row = rowsOf(page, 'Property Master').first()
  await row.getByRole('button', { name: `Edit ${property.name}` }).click()
  await choose(page, page.getByRole('combobox', { name: `${property.name} belongs to` }), target.name)
  await row.getByRole('button', { name: `Save ${property.name}` }).click()
  await expect(page.getByText(`"${property.name}" updated successfully!`)).toBeVisible()
  await expect(row).toContainText(`Indore > ${target.name}`)
})

test('the screen of one city lists what is there, and what is added belongs to it', async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('City')
  const here = await makeMaster(admin, 'mm', { name: `${mark} Here` })
  await enter({ role: 'admin' })
  await page.goto(addressOf('mm', mark, 'pune'))
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await expect(parentField(page)).toHaveValue('Pune')
  await nameField(page, 'mm').fill(`${mark} There`)
  await submit(page).click()
  await expect(page.getByText(`"${mark} There" added successfully!`)).toBeVisible()
  await expect(rowsOf(page, 'MM Master')).toHaveCount(1)
  await expect(rowsOf(page, 'MM Master')).toContainText('Pune')
  await page.goto(addressOf('mm', mark))
  await expect(rowsOf(page, 'MM Master')).toHaveCount(2)
  await expect(rowsOf(page, 'MM Master').filter({ hasText: here.name })).toContainText('Indore')
})

test('rooms are kept under their AoU', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const aou = await makeMaster(admin, 'aou')
  await enter({ role: 'admin' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(addressOf('aou', aou.name))
  await page.getByRole('link', { name: `Rooms of ${aou.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rooms of ${aou.name}` })).toBeVisible()
  await expect(page.getByText(aou.path, { exact: true })).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await expect(parentField(page)).toHaveCount(0)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a name.')
  const name = newName('Room')
  await roomName(page).fill(name)
  await submit(page).click()
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
  await expect(rooms(page, aou.name)).toHaveCount(1)
  await roomName(page).fill(name.toUpperCase())
  await submit(page).click()
  await expect(roomName(page)).toHaveAccessibleDescription('There is already a record with this name.')
  await roomName(page).fill('')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'AoU Master' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AoU Master' })).toBeVisible()
})

test('a room is added, moved on and deleted with the keyboard alone', async ({ page, enter, admin }) => {
  const aou = await makeMaster(admin, 'aou')
  await enter({ role: 'admin' })
  await page.goto(addressOf('aou', aou.name))
  await pressOn(page, page.getByRole('link', { name: `Rooms of ${aou.name}` }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rooms of ${aou.name}`)
  const name = newName('Room')
  await typeInto(page, roomName(page), name)
  await page.keyboard.press('Enter')
  await expect(rooms(page, aou.name)).toContainText(name)
  await pressOn(page, page.getByRole('button', { name: `Delete ${name}` }))
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`"${name}" deleted successfully!`)).toBeVisible()
})

test('what a place belongs to is chosen with the keyboard alone', async ({ page, enter, admin }) => {
  const aou = await makeMaster(admin, 'aou')
  const property = aou.path.split(' > ').at(-1) ?? ''
  await enter({ role: 'admin' })
  await page.goto(addressOf('aou'))
  const name = newName('Keyboard')
  await typeInto(page, nameField(page, 'aou'), name)
  await typeInto(page, parentField(page), property)
  await expect(choices(page)).toContainText(property)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(parentField(page)).toHaveValue(new RegExp(`^${property} · `))
  await pressOn(page, submit(page))
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
})

test('a choice that is not there, or cannot be loaded, says so', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(addressOf('property'))
  await parentField(page).fill('no place is called so')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await breakCalls(page, '/api/v1/places?*')
  await parentField(page).fill('another one')
  await expect(page.getByText('The choices could not be loaded.')).toBeVisible()
})

test('an AoU that does not exist has no rooms, and one that cannot be loaded says so', async ({
  page,
  enter,
  admin,
}) => {
  const { id, name } = await makeMaster(admin, 'aou')
  await enter({ role: 'admin' })
  await page.goto(`${addressOf('aou')}?aou=${id.slice(0, -4)}ffff`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.route('/api/v1/places?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.goto(`${addressOf('aou')}?aou=${id}`)
  await expect(page.getByRole('alert')).toContainText('Error fetching records.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rooms of ${name}` })).toBeVisible()
})

test('the address follows the city it names when that is renamed or deleted', async ({
  page,
  enter,
  admin,
}) => {
  const { name } = await makeMaster(admin, 'city', { name: newName('City') })
  const address = (city: string) => addressOf('city', '', encodeURIComponent(city.toLowerCase()))
  await enter({ role: 'admin' })
  await page.goto(`${address(name)}?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const input = page.getByLabel(`City Name of ${name}`)
  await input.fill(`${name}Two`)
  await input.press('Enter')
  await expect(page.getByText(`"${name}Two" updated successfully!`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(address(`${name}Two`)))
  await page.getByRole('button', { name: `Delete ${name}Two` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`"${name}Two" deleted successfully!`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(addressOf('city')))
})

test('someone of one city keeps its places and only reads the cities', async ({ page, enter, admin }) => {
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
  await expect(
    page.getByText('Adding and changing cities concerns every place', { exact: false }),
  ).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
})
