import { type BulkJob, bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { masters } from '@ats/contract/masters.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressOn, typeInto } from '../../../test/keyboard.ts'
import { idOf } from '../../../test/listed.ts'
import { masterCalled, parents, placeCalled, respondToMasters } from '../../../test/masters.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const brandMaster = '/dashboard/default/masters/brand-master'
const aouMaster = '/dashboard/default/masters/aou-master'
const old = masterCalled('Old', 1, { uses: 2 })
const kept = masterCalled('Kept', 2)
const remove = page.getByRole('button', { name: 'Delete Old' })
const inUse = page.getByRole('dialog', { name: 'Old is in use' })
const dialog = page.getByRole('dialog', { name: 'Merge Old' })
const into = page.getByRole('combobox', { name: 'Merge into' })
const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
const merges = () => sent.filter(({ endpoint }) => endpoint === masters.merge).map(({ body }) => body)

async function openMerge() {
  await remove.click()
  await inUse.getByRole('button', { name: 'Merge into another…' }).click()
  await expect.element(into).toHaveFocus()
}

async function chooseKept() {
  await userEvent.keyboard('Kept')
  await expect.element(page.getByRole('option', { name: 'Kept' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

test('a record in use is merged into another with the keyboard alone', async () => {
  respondToMasters([old, kept])
  respond(masters.merge, { message: 'Merged', moved: 2 })
  await openScreen(brandMaster)
  await pressOn(remove)
  await expect.element(inUse.getByText('Used by: 2.')).toBeVisible()
  await expect.element(inUse.getByRole('button', { name: 'Close' }).last()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(inUse).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await pressOn(inUse.getByRole('button', { name: 'Merge into another…' }))
  await expect.element(into).toHaveFocus()
  await chooseKept()
  await expect
    .element(dialog.getByText('Every asset with Old will have Kept instead (used by 2)'))
    .toBeVisible()
  await pressOn(merge)
  await expect.element(page.getByText('"Old" merged into "Kept". Assets changed: 2.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(merges()).toEqual([{ into: kept.id }])
})

test('a merge without another record, or rejected by the server, shows why and keeps the choice', async () => {
  respondToMasters([old, kept])
  reject(masters.merge, 'internal')
  await openScreen(brandMaster)
  await openMerge()
  await merge.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please choose another record of the same kind.')
  await expect.element(into).toHaveFocus()
  await chooseKept()
  await merge.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Failed to merge the records. Something went wrong on the server.')
  await expect.element(into).toHaveValue('Kept')
  reject(masters.merge, 'merge-same-names')
  await merge.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Both contain a place with the same name. Merge or rename those places first.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a record that is now in use is kept, and the dialog offers a merge', async () => {
  const free = { ...old, uses: 0 }
  respondToMasters([free])
  reject(masters.remove, 'master-in-use-once')
  await openScreen(brandMaster)
  await remove.click()
  respondToMasters([{ ...free, uses: 1 }])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(inUse.getByText('Used by: 1.')).toBeVisible()
})

test('a merge that is stopped says that both records are still there', async () => {
  const job: BulkJob = {
    _id: idOf(77),
    ...{ work: 'merge-masters', subject: 'Old → Kept', status: 'running', total: 1100, done: 400, failed: 0 },
    ...{ results: [], message: null, code: null, params: {}, undone: false, undoable: false },
    ...{ createdAt: '2026-02-01T10:00:00Z', finishedAt: null },
  }
  respondToMasters([old, kept])
  respond(masters.merge, { message: 'Merging', moved: 0, job })
  respond(bulkJobs.get, job)
  respond(bulkJobs.cancel, { job })
  await openScreen(brandMaster)
  await openMerge()
  await chooseKept()
  await merge.click()
  await expect.element(dialog.getByText('400 of 1,100 assets')).toBeVisible()
  respond(bulkJobs.get, { ...job, status: 'cancelled', finishedAt: '2026-02-01T10:01:00Z' })
  await dialog.getByRole('button', { name: 'Stop the bulk change' }).click()
  await expect.element(dialog.getByText('The merge was stopped. Both records still exist.')).toBeVisible()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done: 400. Failed: 0.')
})

const hall = parents[3]
const inHall = { parentId: hall?._id ?? null, path: hall?.path ?? '', above: hall?.names ?? [] }

test('rooms are listed, added and deleted below their AoU, with the keyboard alone', async () => {
  const aou = placeCalled('Hall', 5, { id: hall?._id ?? '' })
  const room = placeCalled('Store', 6, inHall)
  respondToMasters([aou])
  respond(masters.create, room)
  respond(masters.remove, { message: 'Deleted' })
  const router = await openScreen(aouMaster)
  const name = page.getByRole('textbox', { name: /^Room Name(?! of)/ })
  await pressOn(page.getByRole('button', { name: 'More actions for Hall' }))
  await page.getByRole('menuitem', { name: 'Rooms of Hall' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rooms of Hall' })).toBeVisible()
  await expect.element(page.getByText('Indore > MM North > Mill', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Belongs To' })).not.toBeInTheDocument()
  respondToMasters([room])
  await typeInto(name, 'Store{Enter}')
  await expect.element(page.getByText('"Store" added successfully!')).toBeVisible()
  const { address, body } = sent.find(({ endpoint }) => endpoint === masters.create) ?? {}
  expect([address?.pathname, body]).toEqual(['/api/v1/masters/room', { name: 'Store', parentId: hall?._id }])
  expect(
    sent.findLast(({ endpoint }) => endpoint === masters.list)?.address.searchParams.get('parentId'),
  ).toBe(hall?._id)
  await pressOn(page.getByRole('button', { name: 'Delete Store' }))
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('"Store" deleted successfully!')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'AoU Master' }).click()
  await expect.poll(() => router.state.location.href).toBe(aouMaster)
})

test('going from an AoU to its rooms with unsaved input asks for confirmation', async () => {
  respondToMasters([placeCalled('Hall', 5, { id: hall?._id ?? '' })])
  await openScreen(aouMaster)
  const name = page.getByRole('textbox', { name: /^AoU Name(?! of)/ })
  const goToRooms = async () => {
    await page.getByRole('button', { name: 'More actions for Hall' }).click()
    await page.getByRole('menuitem', { name: 'Rooms of Hall' }).click()
  }
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await name.fill('Half a na')
  await goToRooms()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(name).toHaveValue('Half a na')
  await goToRooms()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rooms of Hall' })).toBeVisible()
})

test('an unknown AoU has no rooms, and one that cannot be loaded has a retry', async () => {
  respondToMasters()
  const router = await openScreen(`${aouMaster}?aou=${idOf(99)}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  reject(places.search, 'internal')
  await router.navigate({ href: `${aouMaster}?aou=${hall?._id}` })
  await expect.element(page.getByRole('alert').getByText('The records could not be loaded.')).toBeVisible()
  respondToMasters()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rooms of Hall' })).toBeVisible()
})

test('a missing parent, or one that cannot be loaded, shows an error; another parent is saved from the row', async () => {
  const property = placeCalled('Tower', 7)
  respondToMasters([property])
  respond(masters.update, property)
  const router = await openScreen('/dashboard/default/masters/property-master')
  const box = page.getByRole('combobox', { name: /^Belongs To/ })
  await box.fill('no place is called so')
  await expect.element(page.getByText('Nothing found')).toBeVisible()
  reject(places.search, 'internal')
  await box.fill('another one')
  await expect.element(page.getByText('The choices could not be loaded.')).toBeVisible()
  respondToMasters([property])
  await page.getByRole('button', { name: 'Edit Tower' }).click()
  await page.getByRole('combobox', { name: 'Tower belongs to' }).fill('MM North')
  await page.getByRole('option', { name: 'MM North' }).click()
  await page.getByRole('button', { name: 'Save Tower' }).click()
  await expect.element(page.getByText('"Tower" updated successfully!')).toBeVisible()
  expect(sent.find(({ endpoint }) => endpoint === masters.update)?.body).toEqual({
    ...{ parentId: parents[1]?._id, version: 1 },
  })
  expect(router.state.location.pathname).toContain('property-master')
})
