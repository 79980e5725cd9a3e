import type { Page } from '@playwright/test'
import { binAssets, makeAssets, viewAssets } from '../support/assets.ts'
import { switchCity } from '../support/city.ts'
import { addressOf, choose, makeMaster, nameField, parentField, submit } from '../support/masters.ts'
import { holdCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { askFor } from '../support/state-changes.ts'
import { expect, type Stage, test } from '../support/story.ts'

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' })
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ })

/** The lists whose rows can be selected, and what puts rows of Indore and Pune into them. */
const lists: {
  title: string
  address: string
  fill: (stage: Stage, location: string) => Promise<unknown>
}[] = [
  {
    title: 'View Assets',
    address: viewAssets.replace('default', 'indore'),
    fill: ({ admin }, location) => makeAssets(admin, 1, { location }),
  },
  {
    title: 'Manage Assets',
    address: '/dashboard/manage-assets?location=indore',
    fill: async ({ admin }, location) => askFor(admin, await makeAssets(admin, 1, { location })),
  },
  {
    title: 'Asset State Change Request',
    address: '/dashboard/asset-state-change?location=indore',
    fill: async ({ admin }, location) => askFor(admin, await makeAssets(admin, 1, { location })),
  },
  {
    title: 'Deleted Assets',
    address: '/dashboard/deleted-assets?location=indore',
    fill: async ({ admin }, location) => binAssets(admin, await makeAssets(admin, 1, { location })),
  },
]

for (const { title, address, fill } of lists)
  test(`what is selected in ${title} is not kept for another city`, async ({ page, enter, admin }) => {
    for (const city of ['indore', 'pune']) await fill({ page, enter, admin }, city)
    await enter({ role: 'admin' })
    await page.goto(address)
    await selectAll(page).check()
    await expect(bar(page)).toBeVisible()
    await switchCity(page, 'Indore', 'Pune')
    await expect(selectAll(page)).toBeEnabled()
    await expect(bar(page)).toHaveCount(0)
    await expect(selectAll(page)).not.toBeChecked()
    await page.goBack()
    await expect(selectAll(page)).toBeEnabled()
    await expect(bar(page)).toHaveCount(0)
  })

test('all that match in one city is nothing in another', async ({ page, enter, admin }) => {
  for (const location of ['indore', 'pune']) await makeAssets(admin, 11, { location })
  await enter({ role: 'admin' })
  await page.goto(viewAssets.replace('default', 'indore'))
  await selectAll(page).check()
  await page.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).click()
  await expect(bar(page)).toContainText(/^All [\d,]+ matching are selected/)
  await switchCity(page, 'Indore', 'Pune')
  await expect(selectAll(page)).toBeEnabled()
  await expect(bar(page)).toHaveCount(0)
  await selectAll(page).check()
  await expect(bar(page)).toContainText('10 selected')
})

test('a row that is unticked after selecting all matching rows is not deleted', async ({
  page,
  enter,
  admin,
}) => {
  const name = newName('Shelf')
  await makeAssets(admin, 12, { assetName: name })
  await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?search=${encodeURIComponent(name)}`)
  await selectAll(page).check()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await page
    .getByRole('checkbox', { name: /^Select Shelf/ })
    .first()
    .uncheck()
  await expect(bar(page)).toContainText('11 selected')
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 11 assets' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
})

test('rows of the city before can be read while the others load, not selected', async ({
  page,
  enter,
  admin,
}) => {
  await makeAssets(admin, 1)
  await makeAssets(admin, 1, { location: 'pune' })
  await enter({ role: 'admin' })
  await page.goto(viewAssets.replace('default', 'indore'))
  await expect(selectAll(page)).toBeEnabled()
  const letGo = await holdCalls(page, '**/api/assets?*location=pune*')
  await switchCity(page, 'Indore', 'Pune')
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible()
  await expect(selectAll(page)).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: /^Select .* A\d+$/ }).first()).toBeDisabled()
  letGo()
  await expect(selectAll(page)).toBeEnabled()
})

test('what a new record belongs to in one city is not kept for another', async ({ page, enter, admin }) => {
  const mm = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.goto(addressOf('property', '', 'indore'))
  await choose(page, parentField(page), mm.name)
  const name = newName('Tower')
  await nameField(page, 'property').fill(name)
  await submit(page).click()
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
  await expect(parentField(page)).toHaveValue(`${mm.name} · Indore`)
  await switchCity(page, 'Indore', 'Pune')
  await expect(parentField(page)).toHaveValue('')
  await nameField(page, 'property').fill(newName('Tower'))
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please choose what it belongs to.')
})

test('a half-filled form of one city is left only after a question', async ({ page, enter, admin }) => {
  const mm = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.goto(addressOf('property', '', 'indore'))
  await choose(page, parentField(page), mm.name)
  await switchCity(page, 'Indore', 'Pune')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/pune/)
  await expect(parentField(page)).toHaveValue('')
})

test('the city of a new user follows the screen', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/indore/users/create-user')
  await expect(page.getByLabel('Location')).toHaveValue('indore')
  await switchCity(page, 'Indore', 'Pune')
  await expect(page.getByLabel('Location')).toHaveValue('pune')
})
