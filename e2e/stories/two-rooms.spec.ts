import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, newTag, panelOf, titleOf, viewAssets } from '../support/assets.ts'
import { bulkScreen, chooseAndUpload, csvFile } from '../support/imports.ts'
import {
  type Estate,
  findNothing,
  makeEstate,
  menuEntries,
  openAll,
  registerScanned,
} from '../support/limited.ts'
import { addressOf, choose, makeMaster, submit } from '../support/masters.ts'
import { type Hand, newName, type Person } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { askFor, queueFor, queueRows } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

// Each story visits many screens or waits for the end of an outage.
test.describe.configure({ timeout: 120_000 })

type Stage = { admin: Hand; enter: (wish: object) => Promise<Person> }

/** A person with the role User and the first two of three rooms of a property. */
async function enterKeeper({ admin, enter }: Stage): Promise<Estate & { third: Estate['aou'] }> {
  const estate = await makeEstate(admin)
  const third = await makeMaster(admin, 'room', { name: newName('Locked'), parentId: estate.aou.id })
  await makeAsset(admin, { assetName: estate.assets[0].assetName, placeId: third.id })
  await enter({ role: 'user', places: estate.rooms.map(({ id }) => id) })
  return { ...estate, third }
}

const rows = (page: Page) => assetRows(page).filter({ visible: true })

test('every menu entry opens for a person with two rooms, and forbidden actions are not offered', async ({
  page,
  enter,
  admin,
}) => {
  test.slow()
  await enterKeeper({ admin, enter })
  const entries = await menuEntries(page)
  expect(entries.length).toBeGreaterThan(15)
  expect(entries.some((address) => address.endsWith('/users'))).toBe(false)
  await openAll(page, entries)
  for (const words of ['add user', 'add role', 'add property']) await findNothing(page, words)
  await page.goto(addressOf('aou'))
  await expect(page.getByText('New records belong to a place above your own places')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await page.goto(addressOf('brand'))
  await expect(submit(page)).toBeVisible()
})

test('a person with two rooms registers an asset by scan in one and moves it to the other', async ({
  page,
  enter,
  admin,
}) => {
  const { rooms, third } = await enterKeeper({ admin, enter })
  const [tag, name] = [newTag(), newName('Stool')]
  await page.goto('/dashboard/default/manage-asset/asset-registration')
  await expect(page.getByRole('textbox', { name: 'RFID Tag' })).toBeVisible()
  await scan(page, tag)
  await registerScanned(page, { tag, name, room: rooms[0], refused: third })

  await page.goto(listOf(name))
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 asset' })
  await choose(page, dialog.getByRole('combobox', { name: 'New place' }), rooms[1].name)
  await dialog.getByRole('button', { name: 'Move 1 asset' }).click()
  await expect(page.getByText(new RegExp(`^1 asset moved to .* > ${rooms[1].name}$`))).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await scan(page, tag)
  await expect(page.getByRole('dialog', { name, exact: true })).toContainText(rooms[1].name)
})

test('a person with two rooms sees, requests, decides and imports only there', async ({
  page,
  enter,
  admin,
}) => {
  const { assets, rooms, nextDoor, third } = await enterKeeper({ admin, enter })
  await askFor(admin, [assets[0], nextDoor.asset])
  await page.goto(listOf(assets[0].assetName))
  await expect(rows(page)).toHaveCount(2)
  await page.goto(queueFor(assets[0].assetName))
  await expect(queueRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: new RegExp(`^Deny .* ${assets[0].assetTagId}$`) }).click()
  await page.getByRole('dialog', { name: 'Deny 1 request' }).getByLabel('Note').fill('It works')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Request for ${titleOf(assets[0])} denied`)).toBeVisible()

  await page.goto(`${viewAssets}?asset=${assets[1]._id}`)
  const panel = panelOf(page, assets[1])
  await expect(panel).toContainText(rooms[1].name)
  await panel.getByRole('button', { name: 'Request state change' }).click()
  const form = page.getByRole('dialog', { name: 'Request state change' })
  await form.getByLabel('New State').selectOption('Not-Working')
  await form.getByLabel('Reason').fill('A leg is short')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('note')).toContainText('A change to Not-Working is waiting for a decision')

  await page.goto(`${viewAssets}?asset=${nextDoor.asset._id}`)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This asset does not exist')
  await page.goto('/dashboard/default')
  const counts = page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
  await expect(counts.filter({ hasText: 'Total Registered Assets' })).toContainText('2')

  const row = ({ path, name }: { path: string; name: string }) => [
    ...[newTag(), 'Office Chair', `${path} > ${name}`, 'Working'],
  ]
  await page.goto(bulkScreen)
  const lines = [row(rooms[0]), row(rooms[1]), row(third)]
  await chooseAndUpload(page, csvFile([['RFID Tag', 'Asset Name', 'Place', 'Asset State'], ...lines]))
  await expect(page.getByRole('tab', { name: 'New 2' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Register 2 assets' }).click()
  await expect(page.getByText('2 assets registered, 1 row skipped.')).toBeVisible({ timeout: 30_000 })

  await page.goto(`/dashboard/default/places?place=${rooms[0].id}`)
  const items = page.getByRole('tree', { name: 'Tree of places' }).getByRole('treeitem')
  await expect(items.filter({ hasText: rooms[0].name })).toBeFocused()
  await expect(items.filter({ hasText: rooms[1].name })).toBeVisible()
  await expect(items.filter({ hasText: third.name })).toHaveCount(0)
})
