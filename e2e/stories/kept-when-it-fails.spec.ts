import type { Locator, Page } from '@playwright/test'
import { listOf, makeAsset, titleOf, viewAssets } from '../support/assets.ts'
import { breakCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { askFor, queueFor } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const reason = 'Fell off the second shelf'
const dialogOf = (page: Page) => page.getByRole('dialog')

type Failing = {
  call: [path: string, method: string]
  says: string
  /** The field that was filled in, and the text that it must keep. */
  field: Locator
  holds?: string
  send: Locator
  done: string | RegExp
}

/** The request fails, the text stays, and the next request succeeds. */
async function seeItKept(page: Page, { call, says, field, holds = reason, send, done }: Failing) {
  await field.fill(holds)
  // The suggestions of a field cover the button until the field loses the focus.
  await field.press('Tab')
  await breakCalls(page, ...call)
  await send.click()
  const alert = dialogOf(page).getByRole('alert')
  await expect(alert).toHaveText(says)
  await expect(alert).toBeInViewport()
  await expect(field).toHaveValue(holds)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await send.click()
  await expect(page.getByText(done).first()).toBeVisible()
  await expect(alert).toHaveCount(0)
}

test('input for selected assets is kept if the request fails, and sent on the retry', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  const select = async (action: string) => {
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).setChecked(true)
    const bar = page.getByRole('region', { name: /selected$/ })
    await bar.getByRole('button', { name: action, exact: true }).click()
    return dialogOf(page)
  }
  const assign = await select('Assign')
  await seeItKept(page, {
    ...{ call: ['**/api/v1/assets/bulk', 'POST'], says: 'This could not be done.', holds: 'Meera Iyer' },
    field: assign.getByRole('combobox', { name: 'Assigned User' }),
    send: assign.getByRole('button', { name: /^Assign 1 asset/ }),
    done: '1 asset assigned',
  })
  const request = await select('Request state change')
  await request.getByLabel('New State').selectOption('Not-Working')
  await seeItKept(page, {
    ...{ call: ['**/api/v1/state-changes', 'POST'], says: 'The request could not be sent.' },
    field: request.getByLabel('Reason', { exact: true }),
    send: request.getByRole('button', { name: 'Send request' }),
    done: 'Requested for ',
  })
  const removal = await select('Delete')
  await seeItKept(page, {
    ...{ call: ['**/api/v1/assets/bulk', 'POST'], says: 'This could not be done.' },
    field: removal.getByLabel('Reason (optional)'),
    send: removal.getByRole('button', { name: /^Delete 1 asset/ }),
    done: '1 asset deleted',
  })
})

test('a tag, a note and a reason for one asset are kept if the request fails, and sent on the retry', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await askFor(admin, [asset])
  await enter({ role: 'admin' })
  const dialog = dialogOf(page)
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  await dialog.getByRole('button', { name: 'Replace tag' }).click()
  await seeItKept(page, {
    ...{ call: ['**/api/v1/assets/*/tag', 'POST'], says: 'The tag could not be attached.' },
    field: dialog.getByLabel('New RFID tag'),
    holds: newName('TAG').replace(' ', '-'),
    send: dialog.getByRole('button', { name: 'Replace tag' }),
    done: /Tag attached/,
  })
  await page.goto(queueFor(asset.assetName))
  await page.getByRole('button', { name: new RegExp(`^Deny .* ${asset.assetTagId}$`) }).click()
  await seeItKept(page, {
    ...{ call: ['**/api/v1/state-changes/decide', 'POST'], says: 'Failed to deny.' },
    field: dialog.getByLabel('Note'),
    send: dialog.getByRole('button', { name: 'Deny' }),
    done: `Request for ${titleOf(asset)} denied`,
  })
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('button', { name: `Delete ${titleOf(asset)}` }).click()
  await seeItKept(page, {
    ...{ call: ['**/api/assets/*', 'DELETE'], says: 'Failed to delete asset.' },
    field: dialog.getByLabel('Reason (optional)'),
    send: dialog.getByRole('button', { name: 'Delete', exact: true }),
    done: 'Asset deleted',
  })
})
