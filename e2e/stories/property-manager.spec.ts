import type { Page } from '@playwright/test'
import { assetRows, listOf, newTag, panelOf, titleOf } from '../support/assets.ts'
import { bulkScreen, chooseAndUpload, csvFile } from '../support/imports.ts'
import {
  type Estate,
  findNothing,
  makeEstate,
  makeRole,
  menuEntries,
  openAll,
  registerScanned,
} from '../support/limited.ts'
import { addressOf, choices, choose, rowsOf } from '../support/masters.ts'
import { type Hand, newName, type Person } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { askFor, queueFor, queueRows } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

// Each story visits many screens or waits for the end of an outage.
test.describe.configure({ timeout: 120_000 })

const everyPermission = ['user-management', 'master', 'manage-asset', 'reports']

type Stage = { admin: Hand; enter: (wish: object) => Promise<Person> }

/** A person with all permissions in one property. */
async function enterManager({ admin, enter }: Stage): Promise<Estate> {
  const estate = await makeEstate(admin)
  const role = await makeRole(admin, 'Manager', everyPermission)
  await enter({ role, places: [estate.property.id] })
  return estate
}

const inList = (page: Page) => assetRows(page).filter({ visible: true })

test('every menu entry opens for the manager of one property, and forbidden actions are not offered', async ({
  page,
  enter,
  admin,
}) => {
  test.slow()
  await enterManager({ admin, enter })
  const entries = await menuEntries(page)
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.filter((address) => address.endsWith('/add-role'))).toEqual([])
  await openAll(page, entries)
  for (const words of ['add role', 'add property']) await findNothing(page, words)
})

test('a manager registers an asset by scan in the property, finds it and requests a state change', async ({
  page,
  enter,
  admin,
}) => {
  const { rooms, nextDoor } = await enterManager({ admin, enter })
  const [tag, name] = [newTag(), newName('Lamp')]
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await scan(page, tag)
  await page
    .getByRole('dialog', { name: 'Scan a tag' })
    .getByRole('link', { name: 'Register this tag' })
    .click()
  await registerScanned(page, { tag, name, room: rooms[0], refused: nextDoor.room })

  await page.goto(listOf(name))
  await page.getByRole('link', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name, exact: true })
  await expect(panel).toContainText(rooms[0].name)
  await panel.getByRole('button', { name: 'Request state change' }).click()
  const form = page.getByRole('dialog', { name: 'Request state change' })
  await form.getByLabel('New State').selectOption('Not-Working')
  await form.getByLabel('Reason').fill('The switch is loose')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('note')).toContainText('A change to Not-Working is waiting for a decision')
})

test('a manager decides requests and moves assets within the property, and nothing next door', async ({
  page,
  enter,
  admin,
}) => {
  const { assets, rooms, nextDoor } = await enterManager({ admin, enter })
  await askFor(admin, [assets[0], nextDoor.asset])
  await page.goto(queueFor(assets[0].assetName))
  await expect(queueRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: new RegExp(`^Accept .* ${assets[0].assetTagId}$`) }).click()
  await expect(page.getByText(`Request for ${titleOf(assets[0])} accepted`)).toBeVisible()
  await page.goto(listOf(assets[0].assetName))
  await expect(inList(page)).toHaveCount(2)
  await expect(inList(page).filter({ hasText: 'Not-Working' })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 assets' })
  await dialog.getByRole('combobox', { name: 'New place' }).fill(nextDoor.room.name)
  await expect(choices(page)).toHaveText(['Nothing found'])
  await choose(page, dialog.getByRole('combobox', { name: 'New place' }), rooms[1].name)
  await dialog.getByRole('button', { name: 'Move 2 assets' }).click()
  await expect(page.getByText(new RegExp(`^2 assets moved to .* > ${rooms[1].name}$`))).toBeVisible()
  await expect(inList(page).filter({ hasText: rooms[1].name })).toHaveCount(2)
})

test('a manager sees only the places, people, dashboard and imports of the property', async ({
  page,
  enter,
  admin,
}) => {
  const estate = await enterManager({ admin, enter })
  const colleague = await admin.person({ places: [estate.rooms[0].id] })
  const stranger = await admin.person({ places: [estate.nextDoor.room.id] })

  await page.goto(`/dashboard/default/places?place=${estate.aou.id}`)
  const tree = page.getByRole('tree', { name: 'Tree of places' })
  const item = (name: string) => tree.getByRole('treeitem').filter({ hasText: name })
  await expect(item(estate.aou.name)).toBeFocused()
  await expect(item(estate.nextDoor.property.name)).toHaveCount(0)
  const added = newName('Cellar')
  await page.keyboard.press('Insert')
  await page.keyboard.type(added)
  await page.keyboard.press('Enter')
  await expect(item(added)).toBeVisible()

  await page.goto(addressOf('property'))
  await expect(rowsOf(page, 'Property Master')).toHaveCount(1)
  await expect(rowsOf(page, 'Property Master')).toContainText([estate.property.name])

  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(colleague.name)}`)
  await expect(page.getByRole('row').filter({ hasText: colleague.name })).toBeVisible()
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(stranger.name)}`)
  await expect(page.getByText('There are no records to display')).toBeVisible()

  await page.goto('/dashboard/default')
  const counts = page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
  await expect(counts.filter({ hasText: 'Total Registered Assets' })).toContainText('2')
  await expect(counts.filter({ hasText: 'Total Registered Property' })).toContainText('1')
  await page.getByRole('link', { name: 'Total Registered Assets' }).click()
  await expect(inList(page)).toHaveCount(2)
  await page.goto(`${listOf('')}&asset=${estate.nextDoor.asset._id}`)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This asset does not exist')
  await page.goto(`${listOf('')}&asset=${estate.assets[0]._id}`)
  await expect(panelOf(page, estate.assets[0])).toContainText(estate.rooms[0].name)

  const row = (path: string) => [newTag(), 'Office Chair', path, 'Working']
  const pathOf = ({ path, name }: { path: string; name: string }) => `${path} > ${name}`
  const lines = [
    row(pathOf(estate.rooms[0])),
    row(pathOf(estate.rooms[1])),
    row(pathOf(estate.nextDoor.room)),
  ]
  await page.goto(bulkScreen)
  await chooseAndUpload(page, csvFile([['RFID Tag', 'Asset Name', 'Place', 'Asset State'], ...lines]))
  await expect(page.getByRole('tab', { name: 'New 2' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('tab', { name: 'Wrong 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Register 2 assets' }).click()
  await expect(page.getByText('2 assets registered, 1 row skipped.')).toBeVisible({ timeout: 30_000 })
})
