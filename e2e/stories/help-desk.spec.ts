import type { Page } from '@playwright/test'
import { notificationsScreen, untilToldOf } from '../support/notifications.ts'
import { enterAs, newName } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

/** Finds answers through a link in an error message, by search, and by address. */
async function findAnswers(page: Page) {
  await page.goto('/dashboard/default/users')
  await page.getByRole('link', { name: 'Why can I not see an asset or a screen?' }).click()
  await expect(page).toHaveURL('/dashboard/default/help-desk#who-sees-what')
  await expect(page.getByText(/^Your places decide which assets you see/)).toBeInViewport()
  await expect(page.getByText(/^Welcome to the Help Desk/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Requests from others' })).toBeHidden()
  const [hindi, tag] = ['Can I use it in Hindi?', 'A tag is already in use. What now?']
  await page.getByRole('searchbox').fill('browser HINDI')
  await expect(page.getByRole('button', { name: hindi })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: tag })).toBeHidden()
  await page.getByRole('searchbox').fill('teleporter')
  await expect(page.getByText('No answer contains these words.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: tag }).press('Enter')
  await expect(page).toHaveURL('/dashboard/default/help-desk#tag-in-use')
  await page.reload()
  await expect(page.getByText(/^A tag is on one asset only/)).toBeVisible()
}

test('a person finds an answer, or sends a request, gets a response, closes and reopens it', {
  tag: '@narrow',
}, async ({ page, admin, enter }) => {
  const manager = await admin.person({ role: 'user management' })
  const asker = await enter({ role: 'sub user' })

  await findAnswers(page)

  const subject = newName('No beep')
  await page.getByRole('button', { name: 'Get Help' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a subject in a few words.')
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('What happened?').fill('The reader is silent.')
  await dialog.getByLabel('Screenshot').setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^Request [\d,]+ was sent\.$/)).toBeVisible()
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('img', { name: `Screenshot from ${asker.name}` })).toBeVisible()
  const address = page.url()

  await untilToldOf(manager, subject)
  await enterAs(page, manager)
  await page.goto(notificationsScreen)
  await page.getByRole('link', { name: `${asker.name} requested help: ${subject}` }).click()
  await expect(page).toHaveURL(address)
  await page.getByLabel('Answer', { exact: true }).fill('Please charge it.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answered', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Help Desk', exact: true }).click()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Answered')
  await expect(page.getByRole('link', { name: subject })).toBeVisible()

  await untilToldOf(asker, subject)
  await enterAs(page, asker)
  await page.goto(address)
  await expect(page.getByText('Please charge it.')).toBeVisible()
  await page.getByRole('button', { name: 'Close request' }).click()
  await expect(page.getByText(`${asker.name} (you) closed the request`)).toBeVisible()
  await page.getByLabel('Why should it be reopened?').fill('It is silent again.')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Waiting for an answer')).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: /^Notifications, \d+ unread$/ }),
  ).toBeVisible()

  // An answer appears on the open screen without a reload.
  const id = address.split('/').at(-1)
  await admin.call('post', `/api/v1/help-requests/${id}/messages`, { text: 'A new one is on its way.' })
  await expect(page.getByText('A new one is on its way.')).toBeVisible()
})
