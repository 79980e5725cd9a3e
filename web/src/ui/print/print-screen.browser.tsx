import { Button } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { PrintedFacts, PrintScreen } from './print-screen.tsx'
import { PrintedTable } from './printed-table.tsx'

type Row = { id: string; name: string }
const columns = [{ id: 'name', header: () => 'Name', cell: ({ name }: Row) => name }]

const open = (query: { data: Row[] | undefined; error: Error | null; refetch: () => unknown }) =>
  show(
    <PrintScreen
      title="All chairs"
      documentTitle="Print chairs"
      buttons={<Button>Back</Button>}
      query={query}
      failure="The chairs could not be loaded."
      sheet={(rows) => (
        <>
          <PrintedFacts scope="Indore">1-2 of 2</PrintedFacts>
          <PrintedTable label="All chairs" columns={columns} rows={rows} rowId={({ id }) => id} />
        </>
      )}
    />,
  )

const words = ['Uninterruptible', 'Thiruvananthapuram', 'E280116020000000000018AD', 'Not-Working']

/** A sheet with so many columns of long words. */
const openWide = (count: number) => {
  const wide = Array.from({ length: count }, (_, at) => ({
    ...{ id: `${at}`, header: () => `Column ${at}`, cell: () => words[at % words.length] },
  }))
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, name: '' }))
  return show(
    <PrintScreen
      title="All chairs"
      documentTitle="Print chairs"
      buttons={null}
      query={{ data: rows, error: null, refetch: () => undefined }}
      failure=""
      sheet={(given) => (
        <>
          <PrintedFacts scope="Indore">State: "Working"</PrintedFacts>
          <PrintedTable label="Wide" columns={wide} rows={given} rowId={({ id }) => id} />
        </>
      )}
    />,
  )
}

const wideTable = () => page.getByRole('table', { name: 'Wide' }).element() as HTMLTableElement
const sheetOf = (table: HTMLElement) => table.parentElement as HTMLElement

const print = page.getByRole('button', { name: 'Print' })

test('the sheet has its facts and every row, and the button prints it', async () => {
  const printed = vi.spyOn(globalThis, 'print').mockReturnValue()
  const rows = ['Office chair', 'Stool'].map((name) => ({ id: name, name }))
  await open({ data: rows, error: null, refetch: () => undefined })
  await expect.element(page.getByText('Indore · 1-2 of 2')).toBeVisible()
  expect(page.getByRole('table', { name: 'All chairs' }).getByRole('cell').elements()).toHaveLength(2)
  expect(document.title).toContain('Print chairs')
  await print.click()
  expect(printed).toHaveBeenCalledOnce()
})

test('nothing can be printed before it is loaded', async () => {
  await open({ data: undefined, error: null, refetch: () => undefined })
  await expect.element(print).toBeDisabled()
})

test('a sheet that failed can be requested again', async () => {
  const refetch = vi.fn()
  await open({ data: undefined, error: new Error('no network'), refetch })
  await expect.element(page.getByText('The chairs could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('letters shrink until every column fits and no word is broken', async () => {
  await openWide(12)
  const table = wideTable()
  const size = Number.parseFloat(sheetOf(table).style.getPropertyValue('--paper-size'))
  expect(size).toBeLessThan(8)
  expect(size).toBeGreaterThanOrEqual(5)
  expect(table.offsetWidth).toBeLessThanOrEqual(sheetOf(table).clientWidth)
  expect(sheetOf(table).dataset.breaksWords).toBeUndefined()
  const height = (table.tBodies[0]?.offsetHeight ?? 0) / 60
  expect(height * 25).toBeLessThan((170 * 96) / 25.4)
})

test('words are broken only where the smallest letters do not fit', async () => {
  await openWide(60)
  expect(sheetOf(wideTable()).dataset.breaksWords).toBe('')
})

test('each further page repeats title, places and filters, and all pages are counted', async () => {
  await openWide(2)
  const text = document.adoptedStyleSheets
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('')
  expect(text).toContain('All chairs · Indore · State: \\"Working\\" · ')
  expect(text).toContain('"Page " counter(page) " of " counter(pages)')
})

test('the sheet is black on white in the dark theme', async () => {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  await openWide(2)
  const sheet = getComputedStyle(sheetOf(wideTable()))
  expect([sheet.color, sheet.backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})
