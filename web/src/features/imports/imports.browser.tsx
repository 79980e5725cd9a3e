import { type AssetImport, imports } from '@ats/contract/imports.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { imported, importedRow } from '../../../test/imports.ts'
import { pressOn } from '../../../test/keyboard.ts'
import { idOf } from '../../../test/listed.ts'
import { reject, respond, sent, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { tagSeriesNumbered } from '../../../test/tag-series.ts'

const screen = '/dashboard/default/manage-asset/bulk-asset-registration'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = page.getByRole('alert')
const steps = () => sent.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ endpoint }) => endpoint)

beforeEach(() => {
  respond(imports.list, { imports: [] })
  respond(imports.masters, { unused: [], unusedTotal: 0, used: [], usedTotal: 0, more: false })
  respond(notifications.shown, { message: 'Noted.' })
  respond(imports.rows, ({ address }) => {
    const kind = address.searchParams.get('kind')
    const change = { column: 'model' as const, before: 'Motion', after: '' }
    const state = { column: 'assetState' as const, before: 'Working', after: 'Not-Working' }
    const rows = kind === 'changed' ? [importedRow(2, { changes: [change, state] })] : [importedRow(2)]
    return { rows, more: false, values: [], hidden: false }
  })
})

async function open(record: AssetImport) {
  respond(imports.get, record)
  return openScreen(`${screen}?import=${record._id}`)
}

test('an upload requires a file, and previous imports are listed with their counts', async () => {
  const counts = { new: 1204, changed: 2, unchanged: 0, wrong: 7 }
  respond(imports.list, { imports: [imported({ status: 'cancelled', counts })] })
  await openScreen(screen)
  await pressOn(button('Upload'))
  await expect.element(alert).toHaveTextContent('Please select a file to upload.')
  const recent = page.getByRole('region', { name: 'Recent imports' }).getByRole('listitem')
  await expect.element(recent.getByText('Cancelled')).toBeVisible()
  await expect.element(recent.getByText(/1,204 new, 2 changed, 7 wrong/)).toBeVisible()
  respond(imports.get, imported({ status: 'cancelled', counts }))
  await button('Open chairs.csv').click()
  await expect.element(page.getByRole('heading', { name: 'chairs.csv' })).toBeVisible()
  await expect.element(page.getByText('Nothing from this file was saved.')).toBeVisible()
})

test('a preview is applied and undone by keyboard', async () => {
  await open(imported({ status: 'ready' }))
  await expect.element(page.getByRole('tab', { name: 'New 3' })).toHaveAttribute('aria-selected', 'true')
  respond(imports.apply, { import: imported(), message: 'Applying.' })
  respond(imports.get, imported())
  await pressOn(button('Register 3 assets'))
  await expect.element(page.getByText('3 assets registered.')).toBeVisible()
  const undone = imported({ status: 'undone', binned: 3 })
  respond(imports.undo, { import: undone, message: 'Undoing.' })
  respond(imports.get, undone)
  await pressOn(button('Undo import'))
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Undo import' }))
  await expect.element(page.getByText('3 assets that it registered are in Deleted Assets.')).toBeVisible()
  expect(steps().filter((one) => one !== notifications.shown)).toEqual([imports.apply, imports.undo])
})

test('a change is shown field by field, including cleared values', async () => {
  await open(imported({ status: 'ready', counts: { new: 0, changed: 1, unchanged: 0, wrong: 0 } }))
  const panel = page.getByRole('tabpanel')
  await expect.element(panel.getByText('Model: Motion → cleared')).toBeVisible()
  await expect.element(panel.getByText('State: Working → Not-Working')).toBeVisible()
  await expect.element(button('Change 1 asset')).toBeVisible()
})

test('the progress is shown, and a running import is cancelled after a confirmation', async () => {
  await open(imported({ status: 'applying', progress: { done: 1, total: 2 }, finishedAt: null }))
  await expect
    .element(page.getByRole('progressbar', { name: 'Applying' }))
    .toHaveAttribute('aria-valuenow', '50')
  await expect.element(page.getByText('1 of 2 rows')).toBeVisible()
  const cancelled = imported({ status: 'cancelled' })
  respond(imports.cancel, { import: cancelled, message: 'Cancelled.' })
  await button('Cancel import').click()
  expect(steps()).not.toContain(imports.cancel)
  respond(imports.get, cancelled)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
  await expect.element(page.getByText('Nothing from this file was saved.')).toBeVisible()
  expect(steps()).toContain(imports.cancel)
})

test('an expired import says that its rows are gone, and can be removed', async () => {
  const router = await open(imported({ expiredAt: '2026-01-08T00:00:00Z' }))
  await expect.element(page.getByText('3 assets registered.')).toBeVisible()
  await expect.element(page.getByText(/^The rows of this import were deleted/)).toBeVisible()
  await expect.element(button('Undo import')).not.toBeInTheDocument()
  await expect.element(page.getByRole('tab')).not.toBeInTheDocument()
  respond(imports.remove, { message: 'Removed.' })
  await button('Remove from list').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click()
  await expect.element(button('Upload')).toBeVisible()
  expect(router.state.location.searchStr).not.toContain(idOf(1))
})

test('a failed step shows the reason and a retry', async () => {
  const message = 'It failed several times. Please inform your administrator.'
  await open(imported({ status: 'failed', failedIn: 'undoing', message, code: 'job-failed-often' }))
  await expect.element(alert).toHaveTextContent(message)
  await expect.element(button('Cancel import')).not.toBeInTheDocument()
  reject(imports.retry, 'import-moved-on')
  await button('Try again').click()
  await expect.element(page.getByText('The import has changed in the meantime.')).toBeVisible()
  expect(steps()).toContain(imports.retry)
})

test('assets without tags can expect the numbers of a series', async () => {
  const series = tagSeriesNumbered(1)
  respond(tagNumbers.list, { series: [series] })
  const ask = { column: 'rfidTag' as const, rows: 3, answer: null }
  const record = imported({ status: 'ready', columns: [null, 'assetName', 'city'], asks: [ask] })
  await open(record)
  const question = page.getByLabelText('Which column contains the RFID tag?')
  await question.selectOptions(`None: reserve numbers from ${series.name}`)
  await expect.element(page.getByText(/Each new asset expects a number of this series/)).toBeVisible()
  respond(imports.match, { import: record, message: 'Checking.' })
  await button('Check again with these answers').click()
  await expect
    .poll(() => sentTo(imports.match)[0]?.body)
    .toMatchObject({ defaults: { tagSeriesId: series.id } })
})
