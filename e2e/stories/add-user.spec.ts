import type { Page } from '@playwright/test'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { newEmail, newName, password } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save User' })
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })

/** Fills the form field by field and sees at each step what the form still asks for. */
test('each missing thing is asked for in its own words', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users/create-user')
  const asked = async (text: string, field = page.getByLabel('Name')) => {
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${text}`))
  }
  await page.getByLabel('Name').fill('   ')
  await asked('Name is required!')
  await page.getByLabel('Name').fill(newName())
  await asked('Email is required!', page.getByLabel('Email'))
  await page.getByLabel('Email').fill(newEmail())
  await asked('Password is required!', passwordField(page))
  await passwordField(page).fill(password)
  await asked('Password is required!', page.getByLabel('Confirm password'))
  await page.getByLabel('Confirm password').fill('Another-One-12')
  await asked('Passwords do not match!', page.getByLabel('Confirm password'))
  await page.getByLabel('Confirm password').fill(password)
  await asked('Role is required!', page.getByLabel('Role'))
  await page.getByLabel('Role').selectOption({ label: 'User' })
  await asked('Location is required!', page.getByLabel('Location'))
})

test('a new user is saved, the form clears, and they can sign in', { tag: '@narrow' }, async ({
  page,
  enter,
  browser,
}) => {
  await enter({ role: 'admin' })
  const name = newName('Newcomer')
  const email = newEmail(name)
  await page.goto('/dashboard/default/users')
  await page.getByRole('link', { name: 'Add User' }).click()
  await page.getByLabel('Name').fill(`  ${name} `)
  await page.getByLabel('Email').fill(email)
  await passwordField(page).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await expect(page.getByText('At least 8 characters.')).toBeVisible()
  await page.getByLabel('Role').selectOption({ label: 'User' })
  await expect(page.getByText('Register, change and delete assets and decide on requests')).toBeVisible()
  await page.getByLabel('Location').selectOption({ label: 'Delhi' })
  await save(page).click()
  await expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(passwordField(page)).toHaveValue('')

  const elsewhere = await browser.newContext()
  const theirs = await elsewhere.newPage()
  await theirs.goto('/login')
  await expect(theirs.getByLabel('Email')).not.toHaveValue('')
  await theirs.getByLabel('Email').fill(email)
  await passwordField(theirs).fill(password)
  await theirs.getByRole('button', { name: 'Login now' }).click()
  await expect(theirs.getByText(`Welcome, ${name}`)).toBeVisible()
  await elsewhere.close()
})

test('adding a user with the keyboard alone', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Keyboard')
  await page.goto('/dashboard/default/users/create-user')
  await expect(page.getByLabel('Location').getByRole('option', { name: 'Pune' })).toBeAttached()
  await typeInto(page, page.getByLabel('Name'), name)
  await typeInto(page, page.getByLabel('Email'), newEmail(name))
  await typeInto(page, passwordField(page), password)
  await typeInto(page, page.getByLabel('Confirm password'), password)
  await tabTo(page, page.getByLabel('Role'))
  await page.keyboard.type('User')
  await tabTo(page, page.getByLabel('Location'))
  await page.keyboard.type('Pune')
  await pressOn(page, save(page))
  await expect(page.getByText(`User "${name}" created successfully!`)).toBeVisible()
})

test('an email in use is said at the field and nothing typed is lost', async ({ page, enter, admin }) => {
  const taken = await admin.person()
  await enter({ role: 'admin' })
  await page.goto('/dashboard/pune/users/create-user')
  await expect(page.getByLabel('Location')).toHaveValue('pune')
  const name = newName('Twin')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(taken.email)
  await passwordField(page).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Role').selectOption({ label: 'User' })
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('This email is already in use.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(passwordField(page)).toHaveValue(password)
})

test('Admin and User come first among the roles', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users/create-user')
  const roles = page.getByLabel('Role').getByRole('option')
  await expect(roles.nth(1)).toHaveText('Admin')
  await expect(roles.nth(2)).toHaveText('User')
  const cities = page.getByLabel('Location').getByRole('option')
  for (const city of ['Indore', 'Mumbai', 'Bangalore', 'Delhi', 'Pune'])
    await expect(cities.filter({ hasText: city })).toBeAttached()
})

test('leaving with something typed asks first', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users/create-user')
  await page.getByLabel('Name').fill('Half a form')
  await page.getByRole('link', { name: 'Asset Tracking Solution' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Half a form')
  await page.getByRole('link', { name: 'Asset Tracking Solution' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/default')
})
