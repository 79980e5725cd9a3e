import { typeInto } from '../support/keyboard.ts'
import { demo } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('the demo fills in its credentials; signing in by keyboard opens the requested page', async ({
  page,
  admin,
}) => {
  const person = await admin.person()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demo.password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  await page.goto('/dashboard/indore/change-password?from=mail')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/indore/change-password?from=mail')
  await expect(page.getByRole('link', { name: person.name })).toBeVisible()
})

test('logging out ends the session on the server, here and in another tab', async ({
  page,
  context,
  enter,
}) => {
  await enter()
  const other = await context.newPage()
  await other.goto('/dashboard/default/profile')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto('/dashboard/default/profile')
  await page.goto('/dashboard/default')
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL(/\/login/)
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

test('a session that ended elsewhere leads to the sign-in page with a notice', async ({
  page,
  admin,
  enter,
}) => {
  // Otherwise the first page might receive the end of the session by its stream just before the next one
  // opens.
  await page.route('**/api/v1/live*', (route) => route.abort())
  const person = await enter()
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await admin.call('patch', `/api/v1/admin/user/${person.id}`, { password: 'Brass-Lantern-77' })
  await page.goto('/dashboard/default/profile')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
})
