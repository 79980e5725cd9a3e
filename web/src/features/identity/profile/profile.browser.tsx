import { passwords } from '@ats/contract/identity/passwords.ts'
import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { type Session, sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressOn, typeInto } from '../../../../test/keyboard.ts'
import { ago, idOf } from '../../../../test/listed.ts'
import { noFactors } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
]
const [here, elsewhere] = agents.map(
  (agent, at): Session => ({
    _id: idOf(30 + at),
    ...{ createdAt: ago(7200), lastSeenAt: ago(60), address: '127.0.0.1' },
    ...{ agent, current: at === 0, program: false },
  }),
) as [Session, Session]
const update = page.getByRole('button', { name: 'Update profile' })
const email = page.getByRole('textbox', { name: 'Email' })
const alert = page.getByRole('alert')
const bodiesTo = (endpoint: { path: string; method: string }) =>
  sent.filter((one) => one.endpoint === endpoint).map(({ body }) => body)

function open() {
  respond(sessions.list, { sessions: [here, elsewhere] })
  respond(secondFactor.get, noFactors)
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  return openScreen('/dashboard/default/profile')
}

test('a profile is edited with the keyboard alone, and the header is updated', async () => {
  const me = signInAs()
  const renamed = { ...me, name: 'Asha Rao', jobTitle: 'Facilities lead', version: 2 }
  respond(users.updateProfile, renamed)
  await open()
  await typeInto(page.getByRole('textbox', { name: 'Username' }), 'Asha Rao')
  await typeInto(page.getByRole('textbox', { name: 'Job title' }), 'Facilities lead')
  respond(sessions.me, renamed)
  await pressOn(update)
  await expect.element(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Asha Rao' })).toBeVisible()
  expect(bodiesTo(users.updateProfile)).toMatchObject([
    { name: 'Asha Rao', jobTitle: 'Facilities lead', version: 1 },
  ])
})

test('a new email or password requires the current password, and the email its link', async () => {
  const me = signInAs()
  const waiting = { ...me, newEmail: 'new@example.com', version: 2 }
  respond(users.updateProfile, waiting)
  respond(passwords.change, { message: 'Changed', token: 'another' })
  await open()
  await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument()
  await email.fill('new@example.com')
  await update.click()
  await expect.element(alert).toHaveTextContent('Please enter your current password.')
  await expect.element(page.getByLabelText('Current password')).toHaveFocus()
  await page.getByLabelText('Current password').fill('Copper-Kettle-91')
  respond(sessions.me, waiting)
  await update.click()
  await expect.element(page.getByText('We sent a link to new@example.com. Until you open it')).toBeVisible()
  await expect.element(email).toHaveValue(me.email)
  expect(bodiesTo(users.updateProfile)).toMatchObject([
    { email: 'new@example.com', currentPassword: 'Copper-Kettle-91' },
  ])
})

test('a file that is no image is rejected, and an image can be removed', async () => {
  const me = signInAs({ picture: null })
  reject(users.setMyPicture, 'image-unreadable')
  await open()
  const chooser = page.getByRole('button', { name: 'Change profile picture' })
  await expect.element(chooser).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('main input[type=file]')
  const choose = async (file: File) => {
    const files = new DataTransfer()
    files.items.add(file)
    if (input === null) throw new Error('There is no file input')
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await choose(new File(['just text'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(alert).toHaveTextContent('Please choose an SVG, PNG, JPG or GIF image.')
  expect(bodiesTo(users.setMyPicture)).toEqual([])
  await choose(new File(['just text'], 'not-really.png', { type: 'image/png' }))
  await expect
    .element(alert)
    .toHaveTextContent('This image cannot be read. Please choose an SVG, PNG, JPG or GIF image.')
  respond(users.setMyPicture, me)
  await choose(new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }))
  await expect.element(page.getByText('Profile picture updated successfully!')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('one session, or all others, can be ended', async () => {
  respond(sessions.end, { message: 'Ended' })
  respond(sessions.endOthers, { message: 'Ended' })
  await open()
  const list = page.getByRole('region', { name: 'Where you are logged in' })
  await expect.element(list.getByRole('listitem').nth(1)).toBeVisible()
  await expect.element(list.getByRole('listitem').first().getByText('This device')).toBeVisible()
  await list.getByRole('button', { name: /^End Firefox on Windows/ }).click()
  await expect.element(page.getByText('Session ended.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  respond(sessions.list, { sessions: [here] })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  await expect.element(page.getByText('All other sessions ended.')).toBeVisible()
  await expect.element(page.getByText('You are logged in on this device only.')).toBeVisible()
  expect(sent.find(({ endpoint }) => endpoint === sessions.end)?.address.pathname).toContain(elsewhere._id)
})

test('the profile names the role, its permissions and the places, which lead to their assets', async () => {
  respond(sessions.list, { sessions: [here] })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const names = ['Indore', 'MM North', 'Head Office']
  const place = { _id: idOf(40), kind: 'property' as const, name: 'Head Office', names, ids: [] }
  await openScreen('/dashboard/default/profile', {
    ...{ everywhere: false, roleName: 'Facilities', permissions: ['manage-asset'] },
    places: [{ ...place, path: names.join(' > ') }],
  })
  const access = page.getByRole('region', { name: 'What you may do and see' })
  await expect.element(access.getByText('Facilities')).toBeVisible()
  await expect
    .element(access.getByText('Register, change and delete assets and decide on requests'))
    .toBeVisible()
  await expect
    .element(access.getByRole('link', { name: 'Indore > MM North > Head Office' }))
    .toHaveAttribute('href', `/dashboard/default/manage-asset/view-assets?placeId=${idOf(40)}`)
})

test('an administrator sees all places', async () => {
  await open()
  const access = page.getByRole('region', { name: 'What you may do and see' })
  await expect.element(access.getByText('All places')).toBeVisible()
})
