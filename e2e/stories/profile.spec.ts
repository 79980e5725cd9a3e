import { pressOn, typeInto } from '../support/keyboard.ts'
import { mailsTo } from '../support/mailbox.ts'
import { enterAs, newEmail, newName } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

test('the profile is saved and the header follows', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter()
  await page.goto('/dashboard/default/profile')
  const name = newName('Renamed')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Job title').fill('Facilities lead')
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Job title')).toHaveValue('Facilities lead')
})

test('editing the profile with the keyboard alone', async ({ page, enter }) => {
  await enter()
  await page.goto('/dashboard/default/profile')
  await typeInto(page, page.getByLabel('Username'), newName('Keyboard'))
  await pressOn(page, page.getByRole('button', { name: 'Update profile' }))
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})

test('another email or password needs the current password', async ({ page, enter }) => {
  const me = await enter()
  await page.goto('/dashboard/default/profile')
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter your current password.')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('Velvet-Anchor-48')
  await page.getByLabel('Confirm new password').fill('Velvet-Anchor-48')
  await page.getByLabel('Current password').fill(me.password)
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByText(`We sent a link to ${email}. Until you open it`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(me.email)
  const link = async () => /http:\S+\/confirm-email#\S+/.exec((await mailsTo(email)).at(-1) ?? '')?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  await page.goto(await link())
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Your new email is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await enterAs(page, { email, password: 'Velvet-Anchor-48' })
  await page.goto('/dashboard/default/profile')
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a picture is shown at once and can be removed', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter()
  await page.goto('/dashboard/default/profile')
  const picture = page.getByRole('main').locator('img')
  await expect(page.getByRole('button', { name: 'Change profile picture' })).toBeVisible()
  await expect(picture).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change profile picture' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible()
  await expect(picture).toBeVisible()
  await page.reload()
  await expect(picture).toBeVisible()
  await page.getByRole('button', { name: 'Remove profile picture' }).click()
  await expect(page.getByText('Profile picture removed.')).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test('a file that is no picture is refused', async ({ page, enter }) => {
  await enter()
  await page.goto('/dashboard/default/profile')
  for (const [name, mimeType] of [
    ['notes.txt', 'text/plain'],
    ['not-really.png', 'image/png'],
  ] as const) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Change profile picture' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from('just text') })
    await expect(page.getByRole('alert')).toContainText('choose an SVG, PNG, JPG or GIF image.')
  }
})

test('a session that one does not know can be ended', async ({ page, enter, browser }) => {
  const me = await enter()
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const other = await elsewhere.newPage()
  await enterAs(other, me)
  await other.goto('/dashboard/default')
  await page.goto('/dashboard/default/profile')
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await list.getByRole('button', { name: /^End Firefox on Windows/ }).click()
  await expect(page.getByText('Session ended.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await elsewhere.close()
})

test('all other sessions can be ended at once', async ({ page, enter, browser }) => {
  const me = await enter()
  const others = await browser.newContext()
  const other = await others.newPage()
  await enterAs(other, me)
  await page.goto('/dashboard/default/profile')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('All other sessions ended.')).toBeVisible()
  await other.goto('/dashboard/default')
  await expect(other).toHaveURL(/\/login/)
  await others.close()
})
