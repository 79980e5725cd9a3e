import type { Page } from '@playwright/test'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import {
  addressOf,
  choose,
  type MasterScreen,
  makeMaster,
  masterScreens,
  nameField,
  parentField,
  parentOf,
  rowsOf,
  submit,
} from '../support/masters.ts'
import { breakCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const kinds = Object.keys(masterScreens) as MasterScreen[]
const brands = (page: Page) => rowsOf(page, 'Brand Master')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const names = (page: Page) => brands(page).locator('td:nth-child(3)').allInnerTexts()

for (const kind of kinds) {
  const { title, field } = masterScreens[kind]
  test(`${title}: a record is added, found, renamed where it stands and deleted`, async ({
    page,
    enter,
    admin,
  }) => {
    const parent = parentOf(kind)
    const under = parent === undefined || parent === 'city' ? undefined : await makeMaster(admin, parent)
    const me = await enter({ role: 'admin' })
    await page.goto(addressOf(kind))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const name = newName('Fresh')
    await nameField(page, kind).fill(`  ${name} `)
    if (parent !== undefined) await choose(page, parentField(page), under?.name ?? 'Indore')
    await submit(page).click()
    await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
    await expect(nameField(page, kind)).toHaveValue('')
    await expect(nameField(page, kind)).toBeFocused()

    await search(page).fill(name)
    await expect(rowsOf(page, title)).toHaveCount(1)
    const row = rowsOf(page, title).first()
    await expect(row).toContainText(name)
    await expect(row).toContainText(me.name)
    if (under !== undefined) await expect(row).toContainText(`${under.path} > ${under.name}`)

    await row.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByLabel(`${field} of ${name}`).fill(`${name} Two`)
    await row.getByRole('button', { name: `Save ${name}` }).click()
    await expect(page.getByText(`"${name} Two" updated successfully!`)).toBeVisible()
    await expect(row.getByRole('button', { name: `Edit ${name} Two` })).toBeFocused()

    await row.getByRole('button', { name: `Delete ${name} Two` }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${name} Two` })
    await expect(dialog).toContainText('Are you sure you want to delete this record?')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`"${name} Two" deleted successfully!`)).toBeVisible()
    await expect(page.getByText('There are no records to display')).toBeVisible()
  })

  test(`${title}: a name is asked for, and one that is taken is refused at the field`, async ({
    page,
    enter,
    admin,
  }) => {
    const taken = await makeMaster(admin, kind)
    await enter({ role: 'admin' })
    await page.goto(addressOf(kind))
    await nameField(page, kind).fill('   ')
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('Please enter a name.')
    await expect(nameField(page, kind)).toBeFocused()
    await nameField(page, kind).fill(taken.name.toUpperCase())
    if (taken.parentId !== null) {
      await submit(page).click()
      await expect(page.getByRole('alert')).toContainText('Please choose what it belongs to.')
      await expect(parentField(page)).toBeFocused()
      await choose(page, parentField(page), taken.path.split(' > ').at(-1) ?? '')
    }
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('There is already a record with this name.')
    await expect(nameField(page, kind)).toHaveAccessibleDescription(
      'There is already a record with this name.',
    )
    await expect(nameField(page, kind)).toHaveValue(taken.name.toUpperCase())
  })
}

test('the list is searched in the address, cleared, and sorted by its columns', async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('Sorted')
  for (const end of ['Zeta', 'Alpha']) await makeMaster(admin, 'brand', { name: `${mark} ${end}` })
  await enter({ role: 'admin' })
  await page.goto(addressOf('brand'))
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(mark.toUpperCase())
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(page).toHaveURL(/search=/)
  expect(await names(page)).toEqual([`${mark} Alpha`, `${mark} Zeta`])
  await page.getByRole('columnheader', { name: 'Brand Name' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Brand Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect.poll(() => names(page)).toEqual([`${mark} Zeta`, `${mark} Alpha`])
  await page.getByRole('columnheader', { name: 'Created At' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Created At' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.goBack()
  await expect.poll(() => names(page)).toEqual([`${mark} Zeta`, `${mark} Alpha`])
  await search(page).fill(newName('Nowhere'))
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/search=/)
})

test('the list is paged and its numbers go on', async ({ page, enter, admin }) => {
  const mark = newName('Paged')
  for (let number = 11; number < 23; number += 1)
    await makeMaster(admin, 'brand', { name: `${mark} ${number}` })
  await enter({ role: 'admin' })
  await page.goto(addressOf('brand', mark))
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
  await expect(brands(page).first().locator('td').first()).toHaveText('1')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 entries')).toBeVisible()
  await expect(brands(page).first().locator('td').first()).toHaveText('11')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByLabel('Rows per page:').selectOption('15')
  await expect(page.getByText('Showing 1 to 12 of 12 entries')).toBeVisible()
})

test('a master is kept with the keyboard alone', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(addressOf('vendor'))
  const name = newName('Keyboard')
  await typeInto(page, nameField(page, 'vendor'), name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
  await typeInto(page, search(page), name)
  await expect(rowsOf(page, 'Vendor Master')).toHaveCount(1)
  await pressOn(page, page.getByRole('button', { name: `Edit ${name}` }))
  const input = page.getByLabel(`Vendor Name of ${name}`)
  await expect(input).toBeFocused()
  await page.keyboard.type('Nobody')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue(name)
  await page.keyboard.press('End')
  await page.keyboard.type(' Two')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`"${name} Two" updated successfully!`)).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: `Delete ${name} Two` }))
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`"${name} Two" deleted successfully!`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a row refuses a name that is empty or taken, and keeps what was typed', async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('Row')
  const first = await makeMaster(admin, 'asset-name', { name: `${mark} One` })
  const second = await makeMaster(admin, 'asset-name', { name: `${mark} Two` })
  await enter({ role: 'admin' })
  await page.goto(addressOf('asset-name', mark))
  await page.getByRole('button', { name: `Edit ${second.name}` }).click()
  const input = page.getByLabel(`Asset Name of ${second.name}`)
  await input.fill(' ')
  await input.press('Enter')
  await expect(input).toHaveAccessibleDescription('Please enter a name.')
  await input.fill(first.name.toLowerCase())
  await page.getByRole('button', { name: `Save ${second.name}` }).click()
  await expect(input).toHaveAccessibleDescription('There is already a record with this name.')
  await expect(input).toHaveValue(first.name.toLowerCase())
  await page.getByRole('button', { name: `Cancel editing ${second.name}` }).click()
  await expect(rowsOf(page, 'Asset Name Master').filter({ hasText: second.name })).toHaveCount(1)
})

test('at 390 pixels the records are cards that are edited where they stand', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const { name } = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(addressOf('mm', name))
  const card = page.getByRole('list', { name: 'MM Master' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Indore')
  await card.getByRole('button', { name: `Edit ${name}` }).click()
  await card.getByLabel(`MM Name of ${name}`).fill(`${name} Two`)
  await card.getByRole('button', { name: `Save ${name}` }).click()
  await expect(page.getByText(`"${name} Two" updated successfully!`)).toBeVisible()
  await expect(card).toContainText(`${name} Two`)
})

test('someone without the Master permission reads the lists and changes nothing', async ({
  page,
  enter,
  admin,
}) => {
  const { name } = await makeMaster(admin, 'brand')
  await enter({ role: 'sub user' })
  await page.goto(addressOf('brand', name))
  await expect(brands(page)).toHaveCount(1)
  await expect(page.getByText('Changing it needs the Master permission', { exact: false })).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)
})

test('a list that cannot be loaded says so and tries again', async ({ page, enter, admin }) => {
  const { name } = await makeMaster(admin, 'vendor')
  await enter({ role: 'admin' })
  await page.route('/api/v1/masters/vendor?*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await page.goto(addressOf('vendor', name))
  await expect(page.getByRole('alert')).toContainText('Error fetching records.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowsOf(page, 'Vendor Master')).toHaveCount(1)
})

test('what the server cannot save or delete is said, and nothing is lost', async ({ page, enter, admin }) => {
  const { name } = await makeMaster(admin, 'asset-state')
  await enter({ role: 'admin' })
  await page.goto(addressOf('asset-state', name))
  await breakCalls(page, '/api/v1/masters/asset-state', 'POST')
  await breakCalls(page, '/api/v1/masters/asset-state/*', 'PATCH')
  await breakCalls(page, '/api/v1/masters/asset-state/*', 'DELETE')
  await nameField(page, 'asset-state').fill('Kept')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to add the record.')
  await expect(nameField(page, 'asset-state')).toHaveValue('Kept')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const input = page.getByLabel(`State Name of ${name}`)
  await input.fill('Other')
  await input.press('Enter')
  await expect(input).toHaveAccessibleDescription('Failed to update the record.')
  await expect(input).toHaveValue('Other')
  await input.press('Escape')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete the record.')).toBeVisible()
})
