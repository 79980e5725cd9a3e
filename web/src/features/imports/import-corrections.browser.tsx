import type { ImportCorrection } from '@ats/contract/import-corrections.ts'
import { type AssetImport, type ImportRow, imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { places } from '@ats/contract/places.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { imported, importedRow } from '../../../test/imports.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { masterCalled } from '../../../test/masters.ts'
import { reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const screen = '/dashboard/default/manage-asset/bulk-asset-registration'
const panel = page.getByRole('tabpanel')
const cell = (row: number) => panel.getByRole('textbox', { name: `City, row ${row}` })

const reason = {
  ...{ column: 'place', reason: 'This place does not exist.', code: 'row-place-unknown' as const },
}
const wrongRow = (row: number, city: string): ImportRow =>
  importedRow(row, {
    cells: [`E28${row}`, 'Office Chair', city],
    problems: [{ ...reason, value: city }],
  })

/** The server's part: rows with an unknown place leave the list once they say Indore. */
let rows: ImportRow[] = []
let done: ImportRow[][] = []

function recordNow(): AssetImport {
  const wrong = rows.length
  const group = { ...reason, problem: 'place:unknown', kind: 'wrong' as const, rows: wrong }
  return imported({
    ...{ status: 'ready', rows: 9, counts: { new: 9 - wrong, changed: 0, unchanged: 0, wrong } },
    ...{ problems: wrong > 0 ? [group] : [], corrections: done.length },
  })
}

function correct({ of, to }: ImportCorrection) {
  const value = 'value' in to ? to.value : 'Indore'
  const isMeant = (row: ImportRow) => ('rows' in of ? of.rows.includes(row.row) : row.cells[2] === of.written)
  done.push(rows)
  rows = rows.flatMap((row) =>
    isMeant(row) ? (value === 'Indore' ? [] : [wrongRow(row.row, value)]) : [row],
  )
  respond(imports.get, recordNow())
  return { import: recordNow(), message: 'Checked.' }
}

beforeEach(() => {
  done = []
  respond(imports.list, { imports: [] })
  respond(imports.masters, { unused: [], unusedTotal: 0, used: [], usedTotal: 0, more: false })
  respond(notifications.shown, { message: 'Noted.' })
  respond(masters.list, { records: [], ...onePage(0) })
  respond(imports.rows, () => {
    const often = [...new Set(rows.map(({ cells }) => cells[2] ?? ''))]
      .map((value) => ({
        ...{ value, rows: rows.filter(({ cells }) => cells[2] === value).length },
        creates: { kind: 'city' as const, name: value, parentId: null },
      }))
      .filter((one) => one.rows > 1)
    return { rows, more: false, values: often, hidden: false }
  })
  respond(imports.correct, ({ body }) => correct(body as ImportCorrection))
  respond(imports.undoCorrection, () => {
    rows = done.pop() ?? rows
    respond(imports.get, recordNow())
    return { import: recordNow(), message: 'Undone.' }
  })
})

async function open() {
  respond(imports.get, recordNow())
  await openScreen(`${screen}?import=${recordNow()._id}`)
}

test('wrong cells are corrected one after the other by keyboard, reverted, and undone', async () => {
  rows = [2, 3, 4].map((row) => wrongRow(row, `Nowhere ${row}`))
  await open()
  await expect.element(panel.getByRole('status')).toHaveTextContent('3 wrong cells')
  await expect.element(cell(2)).toHaveAccessibleDescription('This place does not exist.')
  await userEvent.fill(cell(2), 'Ind')
  await userEvent.keyboard('{Escape}')
  await expect.element(cell(2)).toHaveValue('Nowhere 2')
  await userEvent.fill(cell(2), 'Indore')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell(2)).not.toBeInTheDocument()
  await expect.element(panel.getByRole('status')).toHaveTextContent('2 wrong cells')
  await expect.element(cell(3)).toHaveFocus()
  await userEvent.fill(cell(3), 'Mumbay')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell(4)).toHaveFocus()
  await expect.element(cell(3)).toHaveValue('Mumbay')
  await userEvent.fill(cell(4), 'Indore')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('status')).toHaveTextContent('1 wrong cell')
  await panel.getByRole('button', { name: 'Undo correction' }).click()
  await expect.element(cell(4)).toHaveValue('Nowhere 4')
})

test('nine rows with the same wrong place are corrected by one choice, and the tab stays', async () => {
  rows = Array.from({ length: 9 }, (_, at) => wrongRow(at + 2, 'Racks Z'))
  await open()
  await expect.element(panel.getByRole('status')).toHaveTextContent('9 wrong cells')
  const choice = panel.getByRole('combobox', { name: 'Correct 9 rows Racks Z' })
  const names = ['Indore', 'Head Office', 'Racks']
  respond(places.search, {
    places: [
      { _id: idOf(7), kind: 'room', name: 'Racks', names, path: names.join(' > '), ids: [1, 2, 7].map(idOf) },
    ],
  })
  // One click and three keys for nine rows.
  await choice.click()
  await userEvent.keyboard('Ra')
  await page.getByRole('option', { name: /^Racks/ }).click()
  await expect.element(panel.getByRole('status')).toHaveTextContent('Every cell is correct.')
  await expect.element(page.getByRole('tab', { name: 'Wrong 0' })).toHaveAttribute('aria-selected', 'true')
  expect(sentTo(imports.correct).map(({ body }) => body)).toEqual([
    { of: { problem: 'place:unknown', written: 'Racks Z' }, to: { placeId: idOf(7) } },
  ])
})

test('people who may create the missing record do so, and its rows are checked again', async () => {
  rows = [2, 3].map((row) => wrongRow(row, 'Bhopal'))
  await open()
  const create = panel.getByRole('button', { name: 'Create “Bhopal” (City)' })
  reject(masters.create, 'master-name-taken')
  await create.click()
  await expect.element(page.getByText('Failed to add the record.')).toBeVisible()
  expect(sentTo(imports.correct)).toEqual([])
  respond(masters.create, masterCalled('Bhopal', 8, { id: idOf(8) }))
  await create.click()
  await expect.element(panel.getByRole('status')).toHaveTextContent('Every cell is correct.')
  expect(sentTo(masters.create).at(-1)?.body).toEqual({ name: 'Bhopal' })
  expect(sentTo(imports.correct).map(({ body }) => body)).toEqual([
    { of: { problem: 'place:unknown', written: 'Bhopal' }, to: { placeId: idOf(8) } },
  ])
})

test('people who may not create the missing record only choose', async () => {
  rows = [2, 3].map((row) => wrongRow(row, 'Bhopal'))
  respond(imports.get, recordNow())
  await openScreen(`${screen}?import=${recordNow()._id}`, { everywhere: false })
  await expect.element(panel.getByRole('combobox', { name: 'Correct 2 rows Bhopal' })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: /^Create/ })).not.toBeInTheDocument()
})

test('a correction that fails keeps the text', async () => {
  rows = [wrongRow(2, 'Nowhere')]
  await open()
  reject(imports.correct, 'import-moved-on')
  await userEvent.fill(cell(2), 'Indore')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The correction could not be saved.')).toBeVisible()
  await expect.element(cell(2)).toHaveValue('Indore')
  expect(sentTo(imports.correct)).toHaveLength(1)
})
