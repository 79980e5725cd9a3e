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
