import type { Page } from '@playwright/test'
import { addressOf, choices, type Master, makeMaster, rowsOf } from '../support/masters.ts'
import { enterAs, newEmail, newName, password } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

const places = (page: Page) => page.getByRole('combobox', { name: 'Places the person can see' })
const save = (page: Page) => page.getByRole('button', { name: 'Save User' })
const pill = (page: Page, { name, path }: Master) => page.getByText(`${path} > ${name}`, { exact: true })

async function give(page: Page, place: Master) {
  await places(page).fill(place.name)
  await choices(page).filter({ hasText: place.name }).click()
}

async function fillIn(page: Page, name: string, email: string, role: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Role').selectOption({ label: role })
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
}

test('a new user is given a place, signs in and sees only that place', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('Given')
  const mm = await makeMaster(admin, 'mm')
  const given = await makeMaster(admin, 'property', { name: `${mark} Given`, parentId: mm.id })
  await makeMaster(admin, 'property', { name: `${mark} Other`, parentId: mm.id })
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users')
  await page.getByRole('link', { name: 'Add User' }).click()
  const name = newName('Newcomer')
  const email = newEmail('given')
  await fillIn(page, name, email, 'User')
  await give(page, given)
  await expect(pill(page, given)).toBeVisible()
  await save(page).click()
  await expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible()

  await enterAs(page, { email, password })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(addressOf('property', mark))
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill('Silver-Teapot-33')
  await page.getByLabel('Confirm new password').fill('Silver-Teapot-33')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(rowsOf(page, 'Property Master')).toHaveCount(1)
  await expect(rowsOf(page, 'Property Master')).toContainText([given.name])
})

test('changes of a user are saved and listed; their places, image, password and status take effect', async ({
  page,
  enter,
  admin,
  browser,
}) => {
  const [first, second] = [await makeMaster(admin, 'mm'), await makeMaster(admin, 'property')]
  const other = await admin.person({ name: newName('Before'), places: [first.id] })
  const elsewhere = await browser.newContext()
  const signIn = async (data: object) =>
    (await elsewhere.request.post('/api/v1/login', { data: { email: other.email, ...data } })).status()
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(other.name)}`)
  await page.getByRole('link', { name: `Edit ${other.name}` }).click()
  await page.getByLabel('Lastname').fill('Married')
  await page.getByLabel('Role').selectOption({ label: 'Sub User' })
  await page.getByLabel('Password', { exact: true }).fill('Silver-Teapot-33')
  await page.getByLabel('Confirm password').fill('Silver-Teapot-33')
  await page.getByLabel('User image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(pill(page, first)).toBeVisible()
  await places(page).focus()
  await page.keyboard.press('Backspace')
  await give(page, second)
  await save(page).click()
  await expect(page.getByText(`User "${other.name} Married" updated successfully!`)).toBeVisible()
  await expect(page.getByText(`${other.name} Married`, { exact: true })).toBeVisible()
  await expect(page.getByText('Sub User', { exact: true })).toBeVisible()
  expect(await signIn({ password: 'Silver-Teapot-33' })).toBe(200)

  await page.getByRole('link', { name: `Edit ${other.name}` }).click()
  await expect(pill(page, second)).toBeVisible()
  await expect(pill(page, first)).toHaveCount(0)
  await page.getByLabel('Status').selectOption({ label: 'Disabled' })
  await save(page).click()
  await expect(page.getByRole('row').filter({ hasText: other.name })).toContainText('Disabled')
  expect(await signIn({ password: 'Silver-Teapot-33' })).toBe(403)
  await elsewhere.close()
})

test('the manager of one property adds and edits people there, and decides no requests of the city', async ({
  page,
  enter,
  admin,
}) => {
  const property = await makeMaster(admin, 'property')
  const name = newName('Applicant')
  const request = { name, email: newEmail(name), location: 'indore', password }
  await admin.call('post', '/api/v1/access-requests', request)
  await enter({ role: 'user management', places: [property.id] })
  await page.goto('/dashboard/default/users/create-user')
  await expect(pill(page, property)).toBeVisible()
  const made = newName('Made')
  await fillIn(page, made, newEmail(made), 'User Management')
  await places(page).focus()
  await page.keyboard.press('Backspace')
  // The list opens with the focus and covers the button.
  await page.keyboard.press('Escape')
  await save(page).click()
  await expect(places(page)).toHaveAccessibleDescription(/Without places this user would see the whole city/)
  await give(page, property)
  await save(page).click()
  await expect(page.getByText(/^User ".*" created successfully!$/)).toBeVisible()

  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(made)}`)
  await page.getByRole('link', { name: `Edit ${made}` }).click()
  await page.getByLabel('Job title').fill('Clerk')
  await save(page).click()
  await expect(page.getByText(/updated successfully!$/)).toBeVisible()

  // Requests are decided by people who see the whole city.
  await page.goto('/dashboard/default/users')
  await expect(page.getByRole('link', { name: `Edit ${made}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Approve ${name}` })).toHaveCount(0)
})
