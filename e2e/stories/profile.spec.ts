import { mailsTo } from '../support/mailbox.ts'
import { enterAs, newEmail, newName } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

test('the profile and its image are saved, the header is updated, and another session is ended', {
  tag: '@narrow',
}, async ({ page, enter, browser }) => {
  const me = await enter()
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const other = await elsewhere.newPage()
  await enterAs(other, me)
  await other.goto('/dashboard/default/exports')
  await expect(other.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()

  await page.goto('/dashboard/default/profile')
  const name = newName('Renamed')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Job title').fill('Facilities lead')
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()

  const picture = page.getByRole('main').locator('img')
  await expect(picture).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change profile picture' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible()
  await expect(picture).toBeVisible()
  await page.reload()
  await expect(picture).toBeVisible()
  await expect(page.getByLabel('Job title')).toHaveValue('Facilities lead')
  await page.getByRole('button', { name: 'Remove profile picture' }).click()
  await expect(page.getByText('Profile picture removed.')).toBeVisible()
  await expect(picture).toHaveCount(0)

  const list = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: /^End Firefox on Windows/ }).click()
  await expect(page.getByText('Session ended.')).toBeVisible()
  await expect(page.getByText('You are logged in on this device only.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await elsewhere.close()
})

test('a new email requires the current password and the emailed link', async ({ page, enter }) => {
  const me = await enter()
  await page.goto('/dashboard/default/profile')
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
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
