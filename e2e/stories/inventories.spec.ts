import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newTag } from '../support/assets.ts'
import { importAssets } from '../support/bulk-jobs.ts'
import {
  countAll,
  inventoryAddress,
  makeCountedSite,
  makeCounter,
  makeCounting,
  planInventory,
  reportAddress,
  type Site,
  startPlanned,
  step,
  sweep,
} from '../support/inventories.ts'
import { choose, makeMaster } from '../support/masters.ts'
import { enterAs, newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const rowOf = (page: Page, text: string) =>
  page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'About this inventory' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

async function plan(page: Page, site: Site) {
  await page.goto(reportAddress)
  await page.getByRole('button', { name: 'New inventory' }).click()
  await dialog(page).getByRole('button', { name: 'Plan inventory' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please choose a place.')
  await choose(page, dialog(page).getByRole('combobox', { name: 'Place' }), site.name)
  await dialog(page).getByLabel('Due Date').fill('2031-03-05')
  await dialog(page).getByRole('button', { name: 'Plan inventory' }).click()
  await expect(page.getByText('Nothing is counted yet.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^INV-\d{4}-\d{4,}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  return { _id: id, inventoryId: (await page.getByRole('heading', { level: 1 }).textContent()) ?? '' }
}

async function propose(page: Page, item: string, action: string, fill: () => Promise<unknown>) {
  await rowOf(page, item)
    .getByRole('button', { name: /^Propose for/ })
    .click()
  await dialog(page).getByRole('radio', { name: action }).check()
  await fill()
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(rowOf(page, item)).toHaveCount(0)
}

/** Decides every discrepancy, one by one and two together. */
async function decideAll(page: Page) {
  const moved = rowOf(page, 'Projector')
  await expect(moved.getByRole('link', { name: /Store room$/ })).toBeVisible()
  await expect(moved.getByRole('link', { name: /Front office$/ })).toBeVisible()
  await expect(moved.getByText('Read once')).toBeVisible()
  await moved.getByRole('button', { name: /^Move / }).click()
  await expect(moved).toHaveCount(0)
  await propose(page, 'Height-adjustable desk', 'Request state change', async () => {
    await dialog(page).getByLabel('New State').selectOption('Not-Working')
    await dialog(page).getByLabel('Reason').fill('Not seen since the move')
  })
  const lamp = newName('Lamp')
  await propose(page, 'Unknown tag', 'Register as an asset', () =>
    dialog(page).getByLabel('Asset Name').fill(lamp),
  )
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Propose' }).click()
  await dialog(page).getByRole('radio', { name: 'Ignore' }).check()
  await dialog(page).getByLabel('Reason').fill('On loan')
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('Every discrepancy has a proposal.')).toBeVisible()
}

test('an inventory goes from its plan to its final report', async ({ page, enter, admin, playwright }) => {
  test.setTimeout(120_000)
  const site = await makeCountedSite(admin)
  const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const counter = await makeCounter(admin, request)
  await enter({ role: 'admin' })
  const inventory = await plan(page, site)

  await page.getByRole('button', { name: 'Start counting' }).click()
  await expect(dialog(page).getByText(/^4 assets are expected in Indore/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Start counting' }).click()
  await expect(figure(page, 'Total')).toHaveText('4')
  await expect(page.getByText('Nobody has counted anything yet.')).toBeVisible()

  await countAll(counter, inventory, site)
  await expect(figure(page, 'Found')).toHaveText('3')
  await expect(figure(page, 'Not Found')).toHaveText('1')
  await expect(figure(page, 'Access')).toHaveText('3')
  await expect(rowOf(page, 'Store room')).toContainText('1 of 2 found')
  await expect(page.getByRole('region', { name: 'People and devices' })).toContainText(counter.person.name)

  await page.getByRole('button', { name: 'End counting' }).click()
  await dialog(page).getByRole('button', { name: 'End counting' }).click()
  await expect(page.getByText('1-5 of 5')).toBeVisible()

  await decideAll(page)

  await expect(page.getByText('You made proposals, so somebody else has to approve it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await enterAs(page, await admin.person({ role: 'admin' }))
  await page.goto(inventoryAddress(inventory._id))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    'Move here: 1',
    'Request state change: 1',
    'Register as an asset: 1',
    'Ignore: 2',
  ])
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Recount|Approve|Edit plan)$/ })).toHaveCount(0)

  const asset = (await admin.call('get', `/api/assets/${site.projector._id}`)) as { room: string }
  expect(asset.room).toBe('Store room')
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByText('Final report')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Misplaced (1)' })).toContainText('Projector')
  await page.goto(reportAddress)
  await expect(rowOf(page, inventory.inventoryId).getByRole('cell')).toContainText(['4', '3', '1', '3'])
})

test('a job decides everything that was not found, and the items are exported', async ({
  page,
  enter,
  admin,
}) => {
  test.setTimeout(180_000)
  const mm = await makeMaster(admin, 'mm')
  await importAssets(admin, 1001, mm.name)
  const inventory = await startPlanned(admin, await planInventory(admin, mm.id))
  await step(admin, inventory, 'review')
  await enter({ role: 'admin' })
  await page.goto(`${inventoryAddress(inventory._id)}?class=not-found`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Select all 1,001 matching' }).click()
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: 'Propose' })
    .click()
  await dialog(page).getByRole('radio', { name: 'Ignore' }).check()
  await dialog(page).getByLabel('Reason').fill('Stored in a container')
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Done: 1,001. Failed: 0.')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('region', { name: /selected$/ })).toHaveCount(0)
  await expect(page.getByText('Every discrepancy has a proposal.')).toBeVisible()

  await page.goto(`${inventoryAddress(inventory._id)}?class=not-found&open=false`)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(1002)
})

/** One late sweep is accepted, the other is not. */
async function decideLateReads(page: Page) {
  await expect(page.getByText('Late reads are waiting in it.')).toBeVisible()
  const late = page.getByRole('region', { name: 'Late reads' })
  await expect(late.getByRole('listitem')).toHaveCount(2)
  await expect(figure(page, 'Found')).toHaveText('3')
  await late
    .getByRole('listitem')
    .filter({ hasText: '1 tag' })
    .getByRole('button', { name: /^Include/ })
    .click()
  await expect(figure(page, 'Found')).toHaveText('4')
  await expect(late.getByRole('listitem')).toHaveCount(1)
  await late.getByRole('button', { name: /^Leave out/ }).click()
  await expect(late).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
}

test('counting ends when each device has sent its reads or is excluded, and a manager decides about late reads', async ({
  page,
  enter,
  admin,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const { inventory, counter, site } = await makeCounting(admin, request, { unsent: 12 })
  await enter({ role: 'admin' })
  await page.goto(inventoryAddress(inventory._id))
  await expect(page.getByText('12 reads not sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'End counting' }).click()
  await dialog(page).getByRole('button', { name: 'End counting' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `Chrome on Android of ${counter.person.name} still has 12 reads to send.`,
  )
  await dialog(page)
    .getByRole('checkbox', { name: `Chrome on Android · ${counter.person.name}` })
    .check()
  await dialog(page).getByRole('button', { name: 'End counting' }).click()
  await expect(page.getByRole('button', { name: 'Recount' })).toBeVisible()
  await sweep(counter, inventory, site.store.id, [{ tag: site.desk.rfidTag ?? '' }])
  await sweep(counter, inventory, site.office.id, [{ tag: newTag() }, { tag: newTag() }])
  await decideLateReads(page)
  await page.getByRole('button', { name: 'Recount' }).click()
  await dialog(page).getByRole('button', { name: 'Recount' }).click()
  await expect(page.getByRole('button', { name: 'End counting' })).toBeVisible()
})
