import type { Page } from '@playwright/test'
import { tabTo, typeInto } from '../support/keyboard.ts'
import { addressOf, choices, type Master, makeMaster, rowsOf } from '../support/masters.ts'
import { breakCalls } from '../support/network.ts'
import { enterAs, newEmail, newName, password } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const places = (page: Page) => page.getByRole('combobox', { name: 'Places they may see' })
const save = (page: Page) => page.getByRole('button', { name: 'Save User' })
const option = (page: Page, { name }: Master) => choices(page).filter({ hasText: name })
const pill = (page: Page, { name, path }: Master) => page.getByText(`${path} > ${name}`, { exact: true })

async function give(page: Page, place: Master) {
  await places(page).fill(place.name)
  await option(page, place).click()
}

test('a new user is given places and sees only these', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const mark = newName('Given')
  const mm = await makeMaster(admin, 'mm')
  const given = await makeMaster(admin, 'property', { name: `${mark} Given`, parentId: mm.id })
  await makeMaster(admin, 'property', { name: `${mark} Other`, parentId: mm.id })
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users/create-user')
  const email = newEmail('given')
  await page.getByLabel('Name').fill(newName('Given'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Role').selectOption({ label: 'User' })
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await give(page, given)
  await expect(pill(page, given)).toBeVisible()
  await save(page).click()
  await expect(page.getByText(/^User ".*" created successfully!$/)).toBeVisible()
  await expect(pill(page, given)).toHaveCount(0)

  await enterAs(page, { email, password })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(addressOf('property', mark))
  await expect(rowsOf(page, 'Property Master')).toHaveCount(1)
  await expect(rowsOf(page, 'Property Master')).toContainText(given.name)
})

test('the places of a user are taken away and others given', async ({ page, enter, admin }) => {
  const [first, second] = [await makeMaster(admin, 'mm'), await makeMaster(admin, 'property')]
  const { id } = await admin.person()
  await enter({ role: 'admin' })
  const address = `/dashboard/default/users/${id}`
  await page.goto(address)
  await give(page, first)
  await save(page).click()
  await expect(page.getByText(/updated successfully!$/)).toBeVisible()
  await page.goto(address)
  await expect(pill(page, first)).toBeVisible()
  await places(page).focus()
  await page.keyboard.press('Backspace')
  await expect(pill(page, first)).toHaveCount(0)
  await give(page, second)
  await save(page).click()
  await expect(page.getByText(/updated successfully!$/)).toBeVisible()
  await page.goto(address)
  await expect(pill(page, second)).toBeVisible()
  await expect(pill(page, first)).toHaveCount(0)
})

test('places are given with the keyboard alone', async ({ page, enter, admin }) => {
  const place = await makeMaster(admin, 'mm')
  const { id } = await admin.person()
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${id}`)
  await typeInto(page, places(page), place.name)
  await expect(option(page, place)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pill(page, place)).toBeVisible()
  await tabTo(page, save(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/updated successfully!$/)).toBeVisible()
})

test('who has one property adds and edits people within it, and decides no requests of the city', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const property = await makeMaster(admin, 'property')
  const name = newName('Applicant')
  const request = { name, email: newEmail(name), location: 'indore', password }
  await admin.call('post', '/api/v1/access-requests', request)
  await enter({ role: 'user management', places: [property.id] })
  await page.goto('/dashboard/default/users/create-user')
  await expect(pill(page, property)).toBeVisible()
  const made = newName('Made')
  await page.getByLabel('Name').fill(made)
  await page.getByLabel('Email').fill(newEmail(made))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Role').selectOption({ label: 'User Management' })
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await places(page).focus()
  await page.keyboard.press('Backspace')
  // The list opens with the focus and lies over the button.
  await page.keyboard.press('Escape')
  await save(page).click()
  await expect(places(page)).toHaveAccessibleDescription(
    /Without places this user would see the whole location/,
  )
  await give(page, property)
  await save(page).click()
  await expect(page.getByText(/^User ".*" created successfully!$/)).toBeVisible()

  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(made)}`)
  await page.getByRole('link', { name: `Edit ${made}` }).click()
  await page.getByLabel('Job title').fill('Clerk')
  await save(page).click()
  await expect(page.getByText(/updated successfully!$/)).toBeVisible()

  // Requests are decided by people who have the whole city.
  await page.goto('/dashboard/default/users')
  await expect(page.getByRole('link', { name: `Edit ${made}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Approve ${name}` })).toHaveCount(0)
})

test('someone of one city can give only places of that city', async ({ page, enter, admin }) => {
  const far = await makeMaster(admin, 'mm')
  await enter({ role: 'user management', location: 'pune' })
  await page.goto('/dashboard/default/users/create-user')
  await places(page).fill(far.name)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await places(page).fill('Pune')
  await expect(choices(page).first()).toContainText('Pune')
})

test('places that cannot be loaded are said to be so', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await breakCalls(page, '/api/v1/places?*')
  await page.goto('/dashboard/default/users/create-user')
  await places(page).fill('indore')
  await expect(page.getByText('The choices could not be loaded.')).toBeVisible()
})

test('nobody changes the places they may see themselves', async ({ page, enter }) => {
  const { id } = await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${id}`)
  await expect(places(page)).toBeDisabled()
})
