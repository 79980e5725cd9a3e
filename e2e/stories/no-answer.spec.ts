import type { Page } from '@playwright/test'
import { listOf, makeAsset, newTag, titleOf, unfoldCard } from '../support/assets.ts'
import { cutCalls, failCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const unanswered = 'The server cannot be reached. Check your connection and try again.'
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('without a response the forms of an asset show what failed, and then why', async ({
  page,
  enter,
  admin,
}) => {
  const alert = page.getByRole('alert')
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await cutCalls(page, '/api/assets/register')
  await page.goto('/dashboard/default/manage-asset/asset-registration')
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill(newTag())
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(newName('Desk'))
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await press(page, 'Register Asset')
  await expect(alert).toHaveText(`Failed to register asset. ${unanswered}`)

  await failCalls(page, `/api/assets/${asset._id}`, 'PUT')
  await page.goto(listOf(asset.assetTagId))
  await unfoldCard(page)
  await press(page, `Edit ${titleOf(asset)}`)
  const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
  await dialog.getByRole('combobox', { name: 'Asset Name' }).fill(newName('Renamed'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to update asset. Something went wrong on the server.',
  )
})
