import { users } from '@ats/contract/identity/users.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { pressOn, tabTo, typeInto } from '../../../../test/keyboard.ts'
import { idOf } from '../../../../test/listed.ts'
import { placeAt, respondToPeople, shown, userCalled } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const create = '/dashboard/default/users/create-user'
const password = 'Copper-Kettle-91'
const meera = userCalled('Meera', 5)
const edit = `/dashboard/default/users/${meera._id}`

const save = page.getByRole('button', { name: 'Save User' })
const alert = page.getByRole('alert')
const name = page.getByRole('textbox', { name: /^Name/ })
const email = page.getByRole('textbox', { name: 'Email' })
const secret = page.getByLabelText('Password', { exact: true })
const confirmed = page.getByLabelText('Confirm password')
const role = page.getByRole('combobox', { name: 'Role' })
const city = page.getByRole('combobox', { name: 'Location' })
const placesBox = page.getByRole('combobox', { name: 'Places the person can see' })
const bodyOf = (endpoint: (typeof users)[keyof typeof users]) =>
  sent.findLast((one) => one.endpoint === endpoint)?.body

async function asked(text: string, field: Locator) {
  await save.click()
  await expect.element(alert).toHaveTextContent(text)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription(new RegExp(`^${text}`))
}

async function fillIn() {
  await name.fill('Meera')
  await email.fill('meera@example.com')
  await secret.fill(password)
  await confirmed.fill(password)
  await role.selectOptions('user')
  await city.selectOptions('pune')
}

test('each missing value of a new user has its own message', async () => {
  respondToPeople()
  await openScreen(create)
  await name.fill('   ')
  await asked('Name is required!', name)
  await name.fill('Meera')
  await asked('Email is required!', email)
  await email.fill('meera@example.com')
  await asked('Password is required!', secret)
  await secret.fill(password)
  await asked('Password is required!', confirmed)
  await confirmed.fill('Another-One-12')
  await asked('Passwords do not match!', confirmed)
  await confirmed.fill(password)
  await asked('Role is required!', role)
  await role.selectOptions('user')
  await asked('Location is required!', city)
  expect(bodyOf(users.register)).toBeUndefined()
})

test('a new user is typed in with the keyboard alone, saved, and the form clears', async () => {
  respondToPeople()
  respond(users.register, { user: meera, message: 'User created' })
  await openScreen(create)
  await expect.element(city.getByRole('option', { name: 'Pune' })).toBeInTheDocument()
  await expect
    .element(secret)
    .toHaveAccessibleDescription(/^The user has to change it at the first login. Use 8 to 200 characters/)
  await typeInto(name, '  Meera ')
  await typeInto(email, 'meera@example.com')
  await typeInto(secret, password)
  await typeInto(confirmed, password)
  await tabTo(role)
  await userEvent.keyboard('User')
  await expect
    .element(page.getByText('Register, change and delete assets and decide on requests'))
    .toBeVisible()
  await tabTo(city)
  await userEvent.keyboard('Pune')
  await typeInto(placesBox, 'mm north')
  await expect.element(page.getByRole('option', { name: 'MM North' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('Indore > MM North')).toBeVisible()
  await pressOn(save)
  await expect.element(page.getByText('User "Meera" created successfully!')).toBeVisible()
  expect(bodyOf(users.register)).toEqual({
    ...{ name: 'Meera', email: 'meera@example.com', password, role: 'user', location: 'pune' },
    places: [placeAt('Indore > MM North', 71)._id],
  })
  await expect.element(name).toHaveValue('')
  await expect.element(secret).toHaveValue('')
  await expect.element(page.getByText('Indore > MM North')).not.toBeInTheDocument()
})

test('an email in use is shown at the field, a missing response at the top, and no input is lost', async () => {
  respondToPeople()
  reject(users.register, 'email-taken', {}, 'email')
  await openScreen('/dashboard/pune/users/create-user')
  await expect.element(city).toHaveValue('pune')
  await fillIn()
  await save.click()
  await expect.element(alert).toHaveTextContent('This email is already in use.')
  await expect.element(email).toHaveFocus()
  await expect.element(name).toHaveValue('Meera')
  await expect.element(secret).toHaveValue(password)
  respond(users.register, () => {
    throw new TypeError('Failed to fetch')
  })
  await save.click()
  await expect
    .element(alert)
    .toHaveTextContent(
      'Failed to create user. The server cannot be reached. Check your connection and try again.',
    )
  await expect.element(confirmed).toHaveValue(password)
})

test('Admin and User are the first roles, and leaving a half-filled form asks for confirmation', async () => {
  respondToPeople()
  const router = await openScreen(create)
  await expect.element(role.getByRole('option').nth(4)).toBeInTheDocument()
  const names = role
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(names).toEqual(['Choose', 'Admin', 'User', 'Keeper', 'Sub User'])
  await name.fill('Half a form')
  const home = page.getByRole('link', { name: 'Asset Tracking Solution' })
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await home.click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(name).toHaveValue('Half a form')
  await home.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default')
})

test('a person with one place can only grant that place', async () => {
  const own = placeAt('Indore > MM North > Mill', 80, 'property')
  respondToPeople()
  reject(users.register, 'user-places-needed', {}, 'places')
  await openScreen(create, { everywhere: false, places: [own] })
  await expect.element(page.getByText(own.path)).toBeVisible()
  await fillIn()
  await tabTo(placesBox)
  await userEvent.keyboard('{Backspace}{Escape}')
  await expect.element(page.getByText(own.path)).not.toBeInTheDocument()
  await save.click()
  await expect.element(placesBox).toHaveAccessibleDescription(/Without places this user would see the whole/)
})

test('places that cannot be loaded show an error', async () => {
  respondToPeople()
  reject(places.search, 'internal')
  await openScreen(create)
  await placesBox.fill('indore')
  await expect.element(page.getByText('The choices could not be loaded.')).toBeVisible()
})

test('only changes are saved, and a new password must be typed twice', async () => {
  respondToPeople([meera])
  respond(users.get, shown({ ...meera, places: [placeAt('Indore > MM North', 71)] }))
  respond(users.update, { ...meera, name: 'Meera', lastname: 'Iyer' })
  const router = await openScreen('/dashboard/default/users?search=Meera')
  await page.getByRole('link', { name: 'Edit Meera' }).click()
  await expect.element(name).toHaveValue('Meera')
  await expect.element(email).toHaveValue('meera@example.com')
  await expect
    .element(secret)
    .toHaveAccessibleDescription(
      /keep the current password\. The user has to change a new one at the next login\. Use 8 to 200/,
    )
  await typeInto(page.getByRole('textbox', { name: 'Lastname' }), 'Iyer')
  await secret.fill('Silver-Teapot-33')
  await confirmed.fill('Silver-Teapot-34')
  await asked('Passwords do not match!', confirmed)
  await confirmed.fill('Silver-Teapot-33')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('disabled')
  await tabTo(placesBox)
  await userEvent.keyboard('{Backspace}{Escape}')
  await pressOn(save)
  await expect.element(page.getByText('User "Meera Iyer" updated successfully!')).toBeVisible()
  expect(bodyOf(users.update)).toEqual({
    ...{ lastname: 'Iyer', password: 'Silver-Teapot-33', status: 'disabled', places: [], version: 1 },
  })
  expect(router.state.location.href).toBe('/dashboard/default/users?search=Meera')
})

test('an email in use is shown at the field when a user is edited', async () => {
  respondToPeople()
  respond(users.get, shown(meera))
  reject(users.update, 'email-taken', {}, 'email')
  await openScreen(edit)
  await email.fill('asha@example.com')
  await asked('This email is already in use.', email)
})

test('nobody changes their own role, city or places', async () => {
  const me = signInAs()
  respondToPeople()
  respond(users.get, shown({ ...me, mayChange: true }))
  await openScreen(`/dashboard/default/users/${me._id}`)
  await expect.element(name).toBeEnabled()
  for (const field of [role, city, placesBox]) await expect.element(field).toBeDisabled()
  await expect
    .element(page.getByText('You cannot change your own role, location or status. Ask a colleague.'))
    .toBeVisible()
})

test('a user with more permissions is read-only, and an unknown id is not found', async () => {
  respondToPeople()
  respond(users.get, shown({ ...meera, mayChange: false }))
  const router = await openScreen(edit)
  await expect
    .element(page.getByText('This user has more permissions than you, so you cannot change them.'))
    .toBeVisible()
  await expect.element(page.getByText('meera@example.com').first()).toBeVisible()
  await expect.element(save).not.toBeInTheDocument()
  for (const [id, code] of [
    ['1', 'invalid'],
    [idOf(9), 'not-found'],
  ] as const) {
    reject(users.get, code)
    await router.navigate({ to: '/dashboard/$location/users/$id', params: { location: 'default', id } })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})
