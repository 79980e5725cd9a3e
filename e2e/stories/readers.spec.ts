import type { Page } from '@playwright/test'
import { makeEstate } from '../support/limited.ts'
import { choose } from '../support/masters.ts'
import { enterAs, newName } from '../support/people.ts'
import { readersAddress } from '../support/readers.ts'
import { expect, test } from '../support/story.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const passwordIn = async (page: Page) =>
  /password"?: "?([^"\s]+)/i.exec((await dialog(page).locator('pre').first().textContent()) ?? '')?.[1]

async function addReader(page: Page, name: string, place: string) {
  await page.getByRole('button', { name: 'Add reader' }).click()
  await dialog(page).getByRole('button', { name: 'Add reader' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a name.')
  await dialog(page).getByLabel('Name').fill(name)
  await choose(page, dialog(page).getByRole('combobox', { name: 'Place' }), place)
  await dialog(page).getByLabel('Kind of device').selectOption({ label: 'Impinj R700 or R720' })
  await dialog(page).getByRole('button', { name: 'Add reader' }).click()
}

/** Creates another password, disconnects the reader, and finally removes it. */
async function changePassword(page: Page, first: string | undefined) {
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  await page.getByRole('menuitem', { name: 'New password' }).click()
  await dialog(page).getByRole('button', { name: 'New password' }).click()
  await expect(dialog(page)).toContainText('The password is shown only once')
  expect(await passwordIn(page)).not.toBe(first)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText("The reader's password was revoked.")).toBeVisible()
}

async function removeReader(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Remove reader' }).click()
  await dialog(page).getByRole('button', { name: 'Remove reader' }).click()
  await expect(page).toHaveURL(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
}

test('a reader is added, assigned to a room, gets a new password and is removed; nobody next door sees it', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const { property, rooms, nextDoor } = await makeEstate(admin)
  const owner = await enter({ role: 'user', places: [property.id] })
  await page.goto(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
  const name = newName('Gate')
  await addReader(page, name, property.name)
  await expect(dialog(page)).toContainText('The password is shown only once')
  const password = await passwordIn(page)
  expect(password?.length).toBeGreaterThan(15)
  await dialog(page).getByRole('link', { name: 'Set read points' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(password ?? '')).toHaveCount(0)
  await expect(page.getByText('No data yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add read point' }).click()
  await dialog(page).getByLabel('Antenna').fill('65')
  await choose(page, dialog(page).getByRole('combobox', { name: 'Place' }), rooms[0].name)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a number from 0 to 64.')
  await dialog(page).getByLabel('Antenna').fill('1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const points = page.getByRole('list', { name: 'Read points' }).getByRole('listitem')
  await expect(points).toContainText(rooms[0].name)

  await page.getByRole('button', { name: 'Remove Antenna 1' }).click()
  await expect(points).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(points).toContainText('Antenna 1')

  await changePassword(page, password)
  const address = page.url()
  await enter({ role: 'user', places: [nextDoor.property.id] })
  await page.goto(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await enterAs(page, owner)
  await page.goto(address)
  await removeReader(page)
})
