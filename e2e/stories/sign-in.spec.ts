import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { demo, enterAs } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('the demo fills its sign-in in, and one click opens the dashboard', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demo.password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('nothing is filled in where the server runs no demo', async ({ page }) => {
  await page.route('/api/v1/settings', (route) => route.fulfill({ json: { mail: false, demo: null } }))
  const settings = page.waitForResponse('**/api/v1/settings')
  await page.goto('/login')
  await (await settings).finished()
  await page.getByLabel('Email').press('Tab')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('signing in with the keyboard alone', async ({ page, admin }) => {
  const person = await admin.person()
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('link', { name: person.name })).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL('/login')
})

test('a wrong password is refused and what was typed stays', { tag: '@narrow' }, async ({ page, admin }) => {
  const person = await admin.person()
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('Not-The-Password-1')
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('empty fields ask for valid credentials and no call is made', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter valid credentials')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter valid credentials')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(calls).not.toContain('/api/v1/login')
})

test('a password can be shown and hidden', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('type', 'password')
  await pressOn(page, page.getByRole('button', { name: 'Show password' }))
  await expect(field).toHaveAttribute('type', 'text')
  await pressOn(page, page.getByRole('button', { name: 'Hide password' }))
  await expect(field).toHaveAttribute('type', 'password')
})

test('signing in leads back to the page that was asked for', async ({ page, admin }) => {
  const person = await admin.person()
  await page.goto('/dashboard/indore/change-password?from=mail')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/indore/change-password?from=mail')
})

test('an address of somebody else is no place to go on to', async ({ page, enter }) => {
  await enter()
  await page.goto('/login?next=https%3A%2F%2Fexample.com%2F')
  await expect(page).toHaveURL('/dashboard/default')
  await page.goto('/login?next=%2F%2Fexample.com')
  await expect(page).toHaveURL('/dashboard/default')
})

test('logging out ends the session here and on the server', async ({ page, enter }) => {
  await enter()
  await page.goto('/dashboard/default/profile')
  await page.goto('/dashboard/default')
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(
    await page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')]),
  ).toEqual([null, null])
  await expect
    .poll(async () =>
      (await page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status(),
    )
    .toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('logging out in one tab closes the other', async ({ page, context, enter }) => {
  await enter()
  await page.goto('/dashboard/default')
  const other = await context.newPage()
  await other.goto('/dashboard/default/profile')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/login/)
})

test('a session that ended elsewhere leads to the sign-in and says so', { tag: '@narrow' }, async ({
  page,
  admin,
  enter,
}) => {
  // The first page may hear of it by its stream, and say so, just before the next one is opened.
  await page.route('**/api/v1/live*', (route) => route.abort())
  const person = await enter()
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await admin.call('patch', `/api/v1/admin/user/${person.id}`, { password: 'Brass-Lantern-77' })
  await page.goto('/dashboard/default/profile')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
})

test('a token read out of local storage is useless in another browser', async ({ page, browser, enter }) => {
  await enter()
  await page.goto('/dashboard/default')
  const state = await page.context().storageState()
  const thief = await browser.newContext({ storageState: { cookies: [], origins: state.origins } })
  const stolen = await thief.newPage()
  await stolen.goto('/dashboard/default')
  await expect(stolen).toHaveURL(/\/login/)
  await thief.close()
  await page.reload()
  await expect(page).toHaveURL('/dashboard/default')
})

test('with a session the sign-in page goes on to the dashboard', async ({ page, admin }) => {
  await enterAs(page, await admin.person())
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard/default')
  await tabTo(page, page.getByRole('link', { name: 'Asset Tracking Solution' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/default')
})
