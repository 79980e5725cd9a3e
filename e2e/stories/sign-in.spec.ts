import { pressOn, typeInto } from '../support/keyboard.ts'
import { demo } from '../support/people.ts'
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

test('signing in leads back to the page that was asked for', async ({ page, admin }) => {
  const person = await admin.person()
  await page.goto('/dashboard/indore/change-password?from=mail')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/indore/change-password?from=mail')
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
