import type { Locator, Page } from '@playwright/test'
import { type Asset, listOf, makeAsset, titleOf, viewAssets } from '../support/assets.ts'
import { addressOf, choose, makeMaster, useInAsset } from '../support/masters.ts'
import { breakCalls } from '../support/network.ts'
import { newEmail, newName, password } from '../support/people.ts'
import { askFor, queueFor } from '../support/state-changes.ts'
import { expect, type Stage, test } from '../support/story.ts'

type Opened = {
  /** What was filled in, and what it must still hold. */
  field: Locator
  holds: string
  send: Locator
  /** Says that it went well. */
  done: string | RegExp
}
type Dialog = {
  what: string
  call: [path: string, method: string]
  says: string
  open: (stage: Stage) => Promise<Opened>
}

const reason = 'Fell off the second shelf'
const dialogOf = (page: Page) => page.getByRole('dialog')

async function assetIn(stage: Stage, address: (asset: Asset) => string) {
  const asset = await makeAsset(stage.admin)
  await stage.enter({ role: 'admin' })
  await stage.page.goto(address(asset))
  return asset
}

async function selected(stage: Stage, action: string) {
  const asset = await assetIn(stage, ({ assetTagId }) => listOf(assetTagId))
  await stage.page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
  const bar = stage.page.getByRole('region', { name: /selected$/ })
  await bar.getByRole('button', { name: action, exact: true }).click()
  return dialogOf(stage.page)
}

const dialogs: Dialog[] = [
  {
    what: 'the note of a denied request',
    call: ['**/api/v1/state-changes/decide', 'POST'],
    says: 'Failed to deny.',
    open: async ({ page, enter, admin }) => {
      const asset = await makeAsset(admin)
      await askFor(admin, [asset])
      await enter()
      await page.goto(queueFor(asset.assetName))
      await page.getByRole('button', { name: new RegExp(`^Deny .* ${asset.assetTagId}$`) }).click()
      const field = dialogOf(page).getByLabel('Note')
      await field.fill(reason)
      const send = dialogOf(page).getByRole('button', { name: 'Deny' })
      return { field, holds: reason, send, done: `Request for ${titleOf(asset)} denied` }
    },
  },
  {
    what: 'the reason of a deletion',
    call: ['**/api/assets/*', 'DELETE'],
    says: 'Failed to delete asset.',
    open: async (stage) => {
      const { page } = stage
      const asset = await assetIn(stage, ({ assetTagId }) => listOf(assetTagId))
      await page.getByRole('button', { name: `Delete ${titleOf(asset)}` }).click()
      const field = dialogOf(page).getByLabel('Reason (optional)')
      await field.fill(reason)
      const send = dialogOf(page).getByRole('button', { name: 'Delete', exact: true })
      return { field, holds: reason, send, done: 'Asset deleted' }
    },
  },
  {
    what: 'the reason of many deletions',
    call: ['**/api/v1/assets/bulk', 'POST'],
    says: 'This could not be done.',
    open: async (stage) => {
      const dialog = await selected(stage, 'Delete')
      const field = dialog.getByLabel('Reason (optional)')
      await field.fill(reason)
      const send = dialog.getByRole('button', { name: /^Delete 1 asset/ })
      return { field, holds: reason, send, done: '1 asset deleted' }
    },
  },
  {
    what: 'who many assets are assigned to',
    call: ['**/api/v1/assets/bulk', 'POST'],
    says: 'This could not be done.',
    open: async (stage) => {
      const dialog = await selected(stage, 'Assign')
      const field = dialog.getByRole('combobox', { name: 'Assigned User' })
      await field.fill('Meera Iyer')
      // The names offered lie over the button until the field is left.
      await field.press('Tab')
      const send = dialog.getByRole('button', { name: /^Assign 1 asset/ })
      return { field, holds: 'Meera Iyer', send, done: '1 asset assigned' }
    },
  },
  {
    what: 'the reason of a request for another state',
    call: ['**/api/v1/state-changes', 'POST'],
    says: 'Failed to make the request.',
    open: async (stage) => {
      const dialog = await selected(stage, 'Request state change')
      await dialog.getByLabel('New State').selectOption('Not-Working')
      const field = dialog.getByLabel('Reason', { exact: true })
      await field.fill(reason)
      const send = dialog.getByRole('button', { name: 'Send request' })
      return { field, holds: reason, send, done: 'Requested for ' }
    },
  },
  {
    what: 'a new tag',
    call: ['**/api/v1/assets/*/tag', 'POST'],
    says: 'The tag could not be attached.',
    open: async (stage) => {
      const { page } = stage
      await assetIn(stage, ({ _id }) => `${viewAssets}?asset=${_id}`)
      await dialogOf(page).getByRole('button', { name: 'Replace tag' }).click()
      const field = dialogOf(page).getByLabel('New RFID tag')
      const tag = newName('TAG').replace(' ', '-')
      await field.fill(tag)
      const send = dialogOf(page).getByRole('button', { name: 'Replace tag' })
      return { field, holds: tag, send, done: /Tag attached/ }
    },
  },
  {
    what: 'what a record is merged into',
    call: ['**/api/v1/masters/brand/*/merge', 'POST'],
    says: 'Failed to merge the records.',
    open: async ({ page, enter, admin }) => {
      const mark = newName('Merged')
      const old = await makeMaster(admin, 'brand', { name: `${mark} Old` })
      const kept = await makeMaster(admin, 'brand', { name: `${mark} Kept` })
      await useInAsset(admin, { brand: old.name })
      await enter({ role: 'admin' })
      await page.goto(addressOf('brand', mark))
      await page.getByRole('button', { name: `Delete ${old.name}` }).click()
      await dialogOf(page).getByRole('button', { name: 'Merge into another…' }).click()
      const field = page.getByRole('combobox', { name: 'Merge into' })
      await choose(page, field, kept.name)
      const send = dialogOf(page).getByRole('button', { name: 'Merge', exact: true })
      return { field, holds: kept.name, send, done: /merged into/ }
    },
  },
  {
    what: 'the role of somebody who asked for access',
    call: ['**/api/v1/access-requests/*/approve', 'POST'],
    says: 'Failed to approve the request.',
    open: async ({ page, enter, admin }) => {
      const name = newName('Applicant')
      await admin.call('post', '/api/v1/access-requests', { name, email: newEmail(name), password })
      await enter({ role: 'admin' })
      await page.goto('/dashboard/default/users')
      const all = page.getByRole('button', { name: /^Show all \d+$/ })
      const approve = page.getByRole('button', { name: `Approve ${name}` })
      await approve.or(all).first().waitFor()
      if (await all.isVisible()) await all.click()
      await approve.click()
      await dialogOf(page).getByLabel('Location').selectOption('pune')
      const field = dialogOf(page).getByLabel('Role')
      await field.selectOption('user')
      const send = dialogOf(page).getByRole('button', { name: 'Approve' })
      return { field, holds: 'user', send, done: new RegExp(name) }
    },
  },
]

for (const { what, call, says, open } of dialogs)
  test(`${what} is kept where the call fails, and sent the next time`, async ({ page, enter, admin }) => {
    const { field, holds, send, done } = await open({ page, enter, admin })
    await breakCalls(page, ...call)
    await send.click()
    await expect(dialogOf(page).getByRole('alert')).toHaveText(says)
    await expect(dialogOf(page).getByRole('alert')).toBeInViewport()
    await expect(field).toHaveValue(holds)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await send.click()
    await expect(page.getByText(done).first()).toBeVisible()
    await expect(dialogOf(page).getByRole('alert')).toHaveCount(0)
  })
