import { printJobs } from '@ats/contract/print-jobs.ts'
import { printers } from '@ats/contract/printers.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../test/assets.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { printerNumbered, printJobNumbered } from '../../../test/printing.ts'
import { overtake, reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { tagSeriesNumbered } from '../../../test/tag-series.ts'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const bodies = (of: Parameters<typeof sentTo>[0]) => sentTo(of).map(({ body }) => body)
const toJobs = '/dashboard/default/manage-asset/print-jobs'
const toPrinters = '/dashboard/default/masters/label-printers'

async function expectAccessible() {
  const { violations } = await axe.run(document)
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

test('the first printer is added, and its port is checked before it is sent', async () => {
  respond(printers.list, { printers: [] })
  respond(printers.create, printerNumbered(1))
  await openScreen(toPrinters)
  await button('Add label printer').click()
  const send = dialog.getByRole('button', { name: 'Add label printer' })
  await dialog.getByLabelText('Name').fill('Printer 1')
  await dialog.getByLabelText('Address').fill('10.1.4.20')
  await dialog.getByLabelText('Port').fill('0')
  await send.click()
  await expect.element(dialog.getByText(/Enter a port from 1 to 65535/)).toBeVisible()
  await dialog.getByLabelText('Port').fill('9100')
  respond(printers.list, { printers: [printerNumbered(1)] })
  await send.click()
  await expect.element(page.getByText('Printer 1 saved')).toBeVisible()
  await expect.element(page.getByText('10.1.4.20:9100 · 203 dpi')).toBeVisible()
  expect(bodies(printers.create)).toEqual([
    { name: 'Printer 1', host: '10.1.4.20', port: 9100, dpi: 203, placeId: null },
  ])
  await expectAccessible()
})

test('an address that the operator does not allow is said at its field, and a newer version is shown', async () => {
  respond(printers.list, { printers: [printerNumbered(1)] })
  reject(printers.change, 'printer-address-not-allowed', {}, 'host')
  await openScreen(toPrinters)
  await button('More actions for Printer 1').click()
  await page.getByRole('menuitem', { name: 'Edit Printer 1' }).click()
  await dialog.getByLabelText('Address').fill('8.8.8.8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/does not print to this address/)).toBeVisible()
  expect(bodies(printers.change)).toEqual([{ host: '8.8.8.8', version: 1 }])
  const change = { field: 'host', value: '10.9.9.9', text: null, by: 'Ravi', at: '2026-11-16T09:30:00.000Z' }
  overtake(printers.change, { version: 2, changes: [change] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/10\.9\.9\.9/)).toBeVisible()
})

test('a test says what the printer waits for', async () => {
  respond(printers.list, { printers: [printerNumbered(1), printerNumbered(2, { retired: true })] })
  respond(printers.test, { ready: false, trouble: 'paper-out', waiting: 0 })
  await openScreen(toPrinters)
  await button('Test Printer 1').click()
  await expect.element(page.getByText('The printer has no labels left.')).toBeVisible()
  await expect.element(button('Test Printer 2')).not.toBeInTheDocument()
})

test('a job shows its progress and what the printer waits for, is stopped, and continues', async () => {
  const job = printJobNumbered(1, {
    status: 'printing',
    trouble: 'head-open',
    printed: 4,
    voided: 2,
    finishedAt: null,
  })
  const stopped = { ...job, status: 'stopped' as const, trouble: null }
  respond(printJobs.list, { jobs: [job] })
  await openScreen(toJobs)
  await expect.element(page.getByText(/4 of 10 printed · 2 void numbers/)).toBeVisible()
  await expect.element(page.getByText('The printer is open.')).toBeVisible()
  await expectAccessible()
  respond(printJobs.stop, stopped)
  // The list is asked for every second.
  respond(printJobs.list, () => ({ jobs: [sentTo(printJobs.stop).length > 0 ? stopped : job] }))
  await button('Stop: Asset, 50 × 25 mm, Printer 90').click()
  respond(printJobs.continue, job)
  await button('Continue: Asset, 50 × 25 mm, Printer 90').click()
  await expect.poll(() => sentTo(printJobs.continue).length).toBe(1)
})

test('a range is printed again, and skipped labels say why', async () => {
  const job = printJobNumbered(1, { printed: 9, skipped: 1 })
  respond(printJobs.list, { jobs: [job] })
  const label = {
    position: 3,
    assetId: idOf(3),
    placeId: null,
    text: 'A0000003',
    tag: null,
    at: job.createdAt,
  }
  respond(printJobs.labels, {
    labels: [
      { ...label, state: 'skipped', message: 'The label was printed before.', code: 'label-printed-before' },
    ],
    ...onePage(1),
  })
  await openScreen(toJobs)
  await button('Show skipped: Asset, 50 × 25 mm, Printer 90').click()
  await expect.element(dialog.getByText('The label was printed before.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await button('Print again: Asset, 50 × 25 mm, Printer 90').click()
  await dialog.getByLabelText('First label').fill('7')
  await dialog.getByLabelText('Last label').fill('6')
  await dialog.getByRole('button', { name: 'Print again' }).click()
  await expect.element(dialog.getByText(/must not come before the first/)).toBeVisible()
  await dialog.getByLabelText('Last label').fill('8')
  respond(printJobs.repeat, printJobNumbered(2))
  await dialog.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(() => bodies(printJobs.repeat)).toEqual([{ from: 7, to: 8 }])
})

test('the labels of a filtered list are printed on a printer, after a look at the first one', async () => {
  respondToAssets([assetNumbered(1), assetNumbered(2, { assetState: 'Not-Working' })])
  respond(printers.list, { printers: [printerNumbered(1), printerNumbered(2, { retired: true })] })
  respond(tagNumbers.list, { series: [tagSeriesNumbered(5)] })
  const zpl = '^XA^FO10,10^A0N,27,27^FH_^FDChair 1^FS^FO10,60^BQN,2,4^FH_^FDMA,https://a.example^FS^XZ'
  respond(printJobs.preview, { zpl, widthMm: 50, heightMm: 25, dotsPerMm: 8 })
  respond(printJobs.create, printJobNumbered(1, { status: 'waiting', printed: 0 }))
  respond(printJobs.list, { jobs: [] })
  const router = await openScreen('/dashboard/default/manage-asset/asset-labels?state=Working')
  await button('Print on a label printer').click()
  await dialog.getByLabelText('Printer').selectOptions('Printer 1')
  await dialog.getByLabelText('Numbers for assets without a tag').selectOptions('Labels 5')
  await expect.element(dialog.getByRole('img', { name: 'Preview of a label' })).toBeVisible()
  await expect.element(dialog.getByText('Chair 1')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toBe(toJobs)
  const [sent] = sentTo(printJobs.create)
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(sent?.body).toMatchObject({
    ...{ printerId: idOf(1), seriesId: idOf(5), design: 'asset-small', again: false },
    filter: { state: 'Working' },
  })
})

test('without a printer the labels become a file of the chosen resolution', async () => {
  respondToAssets([assetNumbered(1)])
  respond(printers.list, { printers: [] })
  respond(tagNumbers.list, { series: [] })
  respond(printJobs.preview, { zpl: '^XA^XZ', widthMm: 50, heightMm: 25, dotsPerMm: 12 })
  respond(printJobs.create, printJobNumbered(1, { status: 'ready', printer: null, printed: 0 }))
  respond(printJobs.list, { jobs: [] })
  await openScreen('/dashboard/default/manage-asset/asset-labels')
  await button('Print on a label printer').click()
  await dialog.getByLabelText('Resolution (dpi)').selectOptions('300')
  await dialog.getByRole('button', { name: 'Prepare file' }).click()
  await expect
    .poll(() => bodies(printJobs.create))
    .toMatchObject([{ printerId: null, dpi: 300, seriesId: null }])
})
