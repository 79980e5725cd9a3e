import { pressOn, typeInto } from '../support/keyboard.ts'
import { newEmail, newName } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

test('what was changed is saved and listed', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const other = await admin.person({ name: newName('Before') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(other.name)}`)
  await page.getByRole('link', { name: `Edit ${other.name}` }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(other.name)
  await expect(page.getByLabel('Email')).toHaveValue(other.email)
  await page.getByLabel('Lastname').fill('Married')
  await page.getByLabel('Job title').fill('Stock counter')
  await page.getByLabel('Role').selectOption({ label: 'Sub User' })
  await page.getByLabel('User image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByText(`User "${other.name} Married" updated successfully!`)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/default\/users\?search=/)
  await expect(page.getByText(`${other.name} Married`, { exact: true })).toBeVisible()
  await expect(page.getByText('Sub User', { exact: true })).toBeVisible()
})

test('editing with the keyboard alone', async ({ page, enter, admin }) => {
  const other = await admin.person({ name: newName('Before') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${other.id}`)
  const name = newName('After')
  await typeInto(page, page.getByLabel('Name', { exact: true }), name)
  await pressOn(page, page.getByRole('button', { name: 'Save User' }))
  await expect(page.getByText(`User "${name}" updated successfully!`)).toBeVisible()
})

test('a new password must be typed twice, and works', async ({ page, enter, admin, browser }) => {
  const other = await admin.person()
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${other.id}`)
  await page.getByLabel('Password', { exact: true }).fill('Silver-Teapot-33')
  await page.getByLabel('Confirm password').fill('Silver-Teapot-34')
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match!')
  await page.getByLabel('Confirm password').fill('Silver-Teapot-33')
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByText(`User "${other.name}" updated successfully!`)).toBeVisible()
  const elsewhere = await browser.newContext()
  const answer = await elsewhere.request.post('/api/v1/login', {
    data: { email: other.email, password: 'Silver-Teapot-33' },
  })
  expect(answer.status()).toBe(200)
  await elsewhere.close()
})

test('a disabled user cannot sign in', async ({ page, enter, admin, browser }) => {
  const other = await admin.person()
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${other.id}`)
  await page.getByLabel('Status').selectOption({ label: 'Disabled' })
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByText(`User "${other.name}" updated successfully!`)).toBeVisible()
  const elsewhere = await browser.newContext()
  const theirs = await elsewhere.newPage()
  await theirs.goto('/login')
  await expect(theirs.getByLabel('Email')).not.toHaveValue('')
  await theirs.getByLabel('Email').fill(other.email)
  await theirs.getByLabel('Password', { exact: true }).fill(other.password)
  await theirs.getByRole('button', { name: 'Login now' }).click()
  await expect(theirs.getByRole('alert')).toHaveText('This account is disabled. Please ask an administrator.')
  await elsewhere.close()
})

test('nobody changes their own role or location', async ({ page, enter }) => {
  const me = await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${me.id}`)
  await expect(page.getByLabel('Name', { exact: true })).toBeEditable()
  await expect(page.getByLabel('Role')).toBeDisabled()
  await expect(page.getByLabel('Location')).toBeDisabled()
  await expect(page.getByText('Someone else has to change your own role, location or status.')).toBeVisible()
})

test('someone who may do more can only be looked at', async ({ page, enter, admin }) => {
  const boss = await admin.person({ role: 'admin', location: 'indore' })
  await enter({ role: 'user management', location: 'indore' })
  await page.goto(`/dashboard/default/users/${boss.id}`)
  await expect(
    page.getByText('This user may do more than you, so someone else has to change them.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save User' })).toHaveCount(0)
})

test('an email in use is said at the field', async ({ page, enter, admin }) => {
  const [one, two] = [await admin.person(), await admin.person()]
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users/${one.id}`)
  await page.getByLabel('Email').fill(two.email)
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByRole('alert')).toHaveText('This email is already in use.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Save User' }).click()
  await expect(page.getByText(`User "${one.name}" updated successfully!`)).toBeVisible()
})

test('an id that is nobody is not found', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  for (const id of ['1', '0190a000-0000-7000-8000-000000000000']) {
    await page.goto(`/dashboard/default/users/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})
