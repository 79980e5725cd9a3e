import { pageQuery } from '@ats/contract/paging.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { tableSize, useUrlState } from '#kernel/address/url-state.ts'
import { pageLocally } from '#kernel/http/page-of.ts'
import { show } from '../../../test/show.tsx'
import type { Chosen } from '../table-parts/bulk-bar.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'

type Desk = { id: string; name: string; room: string; drawers: number }

const desks: Desk[] = Array.from({ length: 23 }, (_, index) => ({
  id: String(index),
  name: `Desk ${String.fromCharCode(65 + ((index * 7) % 23))}`,
  room: index % 2 === 0 ? 'Hall' : 'Studio',
  drawers: index % 5,
}))

const columns: Column<Desk>[] = [
  {
    id: 'name',
    header: () => 'Name',
    cell: ({ name }) => name,
    sort: 'name',
    card: 'title',
    hidden: 'never',
  },
  { id: 'room', header: () => 'Room', cell: ({ room }) => room },
  { id: 'drawers', header: () => 'Drawers', cell: ({ drawers }) => drawers, align: 'end' },
]
const filter = pageQuery.extend({ ...tableSize, sort: z.literal('name').optional() })

let failing = false
const taken: Omit<Chosen, 'clear'>[] = []

function Desks() {
  const list = useUrlState(filter)
  const reading = { search: ({ name }: Desk) => [name], sort: { name: ({ name }: Desk) => name } }
  const query = useQuery({
    queryKey: ['desks', list[0]],
    queryFn: () => {
      if (failing) throw new Error('No connection')
      return pageLocally(desks, list[0], reading)
    },
    retry: false,
  })
  return (
    <DataTable
      name="desks"
      label="Desks"
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      list={list as Parameters<typeof DataTable>[0]['list']}
      options={{
        search: 'Search desks',
        selection: {
          rowName: ({ name }) => name,
          allMatching: true,
          actions: ({ clear: _, ...chosen }) => <Button onClick={() => taken.push(chosen)}>Take</Button>,
        },
      }}
    />
  )
}

const rows = page.getByRole('table', { name: 'Desks' }).getByRole('row')
/** Row 0 is the heading. */
const row = (at: number) => rows.nth(at)
const footer = (text: string) => expect.element(page.getByText(text)).toBeVisible()

async function open(address = '/') {
  failing = false
  taken.length = 0
  await page.viewport(1280, 800)
  const shown = await show(<Desks />, address)
  await expect.element(row(1)).toBeVisible()
  return shown
}

test('a list is paged, and the page is in the address', async () => {
  const { history } = await open()
  await footer('Showing 1 to 10 of 23 entries')
  await page.getByRole('button', { name: 'Last' }).click()
  await footer('Showing 21 to 23 of 23 entries')
  expect(history.location.search).toContain('cursor=20')
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Rows per page:' }).selectOptions('25')
  await footer('Showing 1 to 23 of 23 entries')
  history.back()
  await footer('Showing 21 to 23 of 23 entries')
})

test('a heading sorts up and down, by mouse and by key', async () => {
  await open()
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(row(1).getByText('Desk A')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.element(row(1).getByText('Desk W')).toBeVisible()
})

test('a search filters the list, and an empty list offers to clear it', async () => {
  await open()
  const box = page.getByRole('searchbox')
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await box.fill('Desk C')
  await footer('Showing 1 to 1 of 1 entries')
  await box.fill('Chair')
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await footer('Showing 1 to 10 of 23 entries')
})

test('keys move between rows, and a key selects the row with the focus', async () => {
  await open()
  await userEvent.keyboard('jj')
  await expect.element(row(2)).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(row(1)).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('checkbox', { name: 'Select Desk A' })).toBeChecked()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
})

test('all matching rows except one are passed as such', async () => {
  await open()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByRole('button', { name: 'Select all 23 matching' }).click()
  await expect.element(page.getByText('All 23 matching are selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Desk H' }).click()
  await page.getByRole('button', { name: 'Take' }).click()
  expect(taken).toEqual([{ ids: [], allMatching: true, except: ['1'], count: 22 }])
})

test('a column that is hidden stays hidden after a reload, and can be restored', async () => {
  const { unmount } = await open()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Room' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Room' })).not.toBeInTheDocument()
  await unmount()
  await show(<Desks />)
  await expect.element(row(1)).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Room' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Restore columns' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Room' })).toBeVisible()
})

test('rows that cannot be loaded show an error with a retry', async () => {
  await open()
  failing = true
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await footer('Showing 11 to 20 of 23 entries')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('on a small screen the rows are cards, sorted with a select', async () => {
  await open()
  await page.viewport(390, 844)
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('name desc')
  await expect.element(page.getByRole('listitem').first().getByText('Desk W')).toBeVisible()
})
