import { type Export, exports } from '@ats/contract/exports.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { system } from '@ats/contract/system.ts'
import { notifications as notices } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#kernel/http/query-client.ts'
import { exported } from '../../../test/exports.ts'
import { pressOn, tabTo } from '../../../test/keyboard.ts'
import { idOf } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { show } from '../../../test/show.tsx'
import { ExportButton } from './exports.tsx'
import { ResumeExports } from './resume-exports.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const notice = page.getByRole('status').filter({ hasText: 'Preparing your Excel file...' })
const bodies = () => sent.filter(({ endpoint }) => endpoint === exports.create).map(({ body }) => body)
const tickets = () => sent.filter(({ endpoint }) => endpoint === exports.ticket).length

beforeEach(() => {
  sessionStorage.clear()
  // The address is a placeholder; the test only checks that the browser gets it.
  respond(exports.ticket, { address: 'data:text/plain,file' })
  respond(notifications.shown, { message: 'Noted.' })
})

const menu = (
  <>
    <ExportButton
      list="brand"
      filter={{ search: 'Godrej', cursor: '20', size: 10, sort: undefined }}
      shown={['number', 'name', 'not a column']}
    />
    <ResumeExports />
  </>
)

async function openMenu(made: Export[] = []) {
  respond(exports.list, { exports: made })
  const shown = await show(menu)
  await expect.element(button('Export')).not.toHaveAttribute('aria-disabled', 'true')
  return shown
}

test('a list is exported by keyboard, with the filter and the columns of the table or with all', async () => {
  respond(exports.create, { export: exported({ format: 'csv', status: 'ready' }) })
  await openMenu()
  await pressOn(button('Export'))
  await tabTo(page.getByRole('radio', { name: 'As shown in the table' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(button('CSV')).not.toBeInTheDocument()
  await expect.element(button('Export')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await pressOn(button('CSV'))
  await expect.element(page.getByText('Your download has started.')).toBeVisible()
  await pressOn(button('Export'))
  await tabTo(page.getByRole('radio', { name: 'As shown in the table' }))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await pressOn(button('CSV'))
  const wish = { list: 'brand', format: 'csv', filter: { search: 'Godrej' } }
  await expect.poll(bodies).toEqual([{ ...wish, columns: ['number', 'name'] }, wish])
})

test('an export that the server rejects says why', async () => {
  respond(exports.create, { export: exported({ format: 'csv', status: 'ready' }) })
  reject(exports.ticket, 'downloads-of-all')
  await openMenu()
  await button('Export').click()
  await button('CSV').click()
  const alert = page.getByRole('alert').filter({ hasText: 'The export failed.' })
  await expect.element(alert.getByText(/Many lists/)).toBeVisible()
})

test('a workbook shows its progress, also after a reload, and is downloaded once by the tab that requested it', async () => {
  respond(exports.create, { export: exported() })
  respond(exports.get, exported())
  const { unmount } = await openMenu()
  await button('Export').click()
  await button('Excel').click()
  await expect.element(notice.getByText('1,200 of 5,000 rows')).toBeVisible()
  await unmount()
  queryClient.clear()
  notices.clean()
  await openMenu([exported()])
  await expect.element(notice.getByText('1,200 of 5,000 rows')).toBeVisible()
  expect(tickets()).toBe(0)
  respond(exports.get, exported({ status: 'ready' }))
  await expect.element(page.getByText('Your download has started.')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(tickets()).toBe(1)
})

test('a tab that did not request a workbook only offers it', async () => {
  respond(exports.get, exported())
  await openMenu([exported()])
  await expect.element(notice).toBeVisible()
  respond(exports.get, exported({ status: 'ready' }))
  await expect.element(page.getByText('Your Excel file is ready.')).toBeVisible()
  expect(tickets()).toBe(0)
  await button('Download').click()
  await expect.poll(tickets).toBe(1)
})

test('a running workbook export is cancelled', async () => {
  respond(exports.get, exported())
  respond(exports.cancel, { message: 'Cancelled.' })
  await openMenu([exported()])
  await button('Cancel export').click()
  await expect.element(page.getByText('Export cancelled.')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(sent.some(({ endpoint }) => endpoint === exports.cancel)).toBe(true)
})

test('exports are listed with their state; an administrator sees those of others but cannot open them', async () => {
  const own = exported({ format: 'csv', status: 'ready', rows: 1204, filters: [] })
  const theirs = exported({ id: idOf(2), format: 'csv', status: 'ready', mine: false, by: 'Ravi Kumar' })
  respond(exports.list, ({ address }) => ({
    exports: address.searchParams.get('everyone') === 'true' ? [own, theirs] : [own],
  }))
  await openScreen('/dashboard/default/exports')
  const row = page.getByRole('listitem').filter({ hasText: 'Brands (CSV)' })
  await expect.element(row.getByText('Ready')).toBeVisible()
  await expect.element(row.getByText(/1,204 rows/)).toBeVisible()
  await button('Download: Brands (CSV)').click()
  await expect.poll(tickets).toBe(1)
  await page.getByText("Everyone's", { exact: true }).click()
  const other = page.getByRole('listitem').filter({ hasText: 'Ravi Kumar' })
  await expect.element(other.getByText('Brands (CSV)')).toBeVisible()
  await expect.element(other.getByRole('button')).not.toBeInTheDocument()
})

test('an export of the audit log names the archive of the entries that it lacks', async () => {
  const ofAudit = exported({ list: 'audit', format: 'csv', status: 'ready' })
  const later = { ...ofAudit, id: idOf(2), filters: [{ name: 'from', value: '2027-04-01' }] }
  respond(exports.list, { exports: [ofAudit, later] })
  respond(system.archived, {
    archived: [{ of: 'events', after: null, before: '2027-04-01T00:00:00Z', file: 'events_2027_03.csv.zst' }],
  })
  await openScreen('/dashboard/default/exports')
  const rows = page.getByRole('listitem').filter({ hasText: 'CSV' })
  await expect.element(rows.first().getByText(/The last archive is events_2027_03.csv.zst/)).toBeVisible()
  await expect.element(rows.last().getByText(/2027-04-01/)).toBeVisible()
  expect(page.getByText(/The last archive is/).elements()).toHaveLength(1)
})

test("only administrators can list everyone's exports, and an empty list says so", async () => {
  await openScreen('/dashboard/default/exports', { permissions: ['master', 'manage-asset'] })
  await expect.element(page.getByText('No exports yet.')).toBeVisible()
  await expect.element(page.getByText("Everyone's", { exact: true })).not.toBeInTheDocument()
})
