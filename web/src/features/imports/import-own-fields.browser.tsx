import { imports } from '@ats/contract/imports.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { imported, importedRow } from '../../../test/imports.ts'
import { idOf } from '../../../test/listed.ts'
import { ownChoice, ownFieldNumbered } from '../../../test/own-fields.ts'
import { respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const screen = '/dashboard/default/manage-asset/bulk-asset-registration'
const purchase = { id: idOf(9), label: 'Purchase', labelHi: 'खरीद' }
const fields = [
  ownFieldNumbered(8, { key: 'colour', label: 'Colour', type: 'choice', choices: [ownChoice('red', 'Red')] }),
  ownFieldNumbered(8, { key: 'cost', label: 'Cost', type: 'money', unit: 'INR', group: purchase }),
  ownFieldNumbered(8, { key: 'insured', label: 'Insured', type: 'yes-no', group: purchase }),
]

const record = (columns: ReturnType<typeof imported>['columns']) =>
  imported({
    ...{ status: 'ready', headers: ['Tag', 'Cost (INR)', 'Old'], columns, unknown: ['Old'] },
    counts: { new: 0, changed: 1, unchanged: 0, wrong: 2 },
    problems: [
      {
        ...{ problem: 'field:cost:wrong-money', kind: 'wrong', column: 'field:cost', rows: 1 },
        ...{ reason: 'This is not an amount.', code: 'row-money-wrong' },
      },
    ],
  })

beforeEach(() => {
  respond(imports.list, { imports: [] })
  respond(ownFields.list, { fields })
  respond(imports.masters, { unused: [], unusedTotal: 0, used: [], usedTotal: 0, more: false })
  respond(notifications.shown, { message: 'Noted.' })
  respond(imports.rows, ({ address }) => {
    const changes = [
      { column: 'field:cost' as const, before: '1200.50', after: '900.00' },
      { column: 'field:colour' as const, before: '', after: 'red' },
      { column: 'field:insured' as const, before: 'true', after: '' },
    ]
    const required = { reason: 'A value is required.', code: 'row-field-required' as const, value: '' }
    const wrong = importedRow(3, {
      cells: ['E283', 'x', 'mauve'],
      problems: [
        { column: 'field:cost', value: 'x', reason: 'This is not an amount.', code: 'row-money-wrong' },
        { column: 'field:colour', value: 'mauve', reason: 'Not a choice.', code: 'row-choice-unknown' },
        { column: 'field:insured', ...required },
      ],
    })
    const isWrong = address.searchParams.get('kind') === 'wrong'
    return { rows: isWrong ? [wrong] : [importedRow(2, { changes })], more: false, values: [], hidden: false }
  })
})

const open = (columns: ReturnType<typeof imported>['columns']) => {
  respond(imports.get, record(columns))
  return openScreen(`${screen}?import=${idOf(1)}`)
}

test('fields of the organisation follow the built-in columns by group, and a lost one is named', async () => {
  await open(['rfidTag', 'field:cost', 'field:gone'])
  await page.getByRole('button', { name: 'Show columns' }).click()
  const select = page.getByRole('combobox', { name: 'Cost (INR)' })
  await expect.element(select).toHaveDisplayValue('Cost')
  await expect.element(page.getByRole('combobox', { name: 'Old' })).toHaveDisplayValue('Unavailable: gone')
  const groups = [...select.element().querySelectorAll('optgroup')].map((group) => [
    group.label,
    ...[...group.children].map((option) => option.textContent),
  ])
  expect(groups).toEqual([
    ['Fields', 'Colour'],
    ['Purchase', 'Cost', 'Insured'],
  ])
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Old' }), 'Colour')
  const matched = record(['rfidTag', 'field:cost', 'field:colour'])
  respond(imports.match, { import: matched, message: 'Checked.' })
  await page.getByRole('button', { name: 'Check again', exact: true }).first().click()
  await expect
    .poll(() => sentTo(imports.match).at(-1)?.body)
    .toMatchObject({
      columns: ['rfidTag', 'field:cost', 'field:colour'],
    })
})

test('changes and wrong cells have the labels and values of the fields', async () => {
  await open(['rfidTag', 'field:cost', 'field:colour'])
  const panel = page.getByRole('tabpanel')
  await expect.element(panel.getByRole('textbox', { name: 'Cost (INR), row 3' })).toHaveValue('x')
  await expect.element(panel.getByRole('combobox', { name: 'Old, row 3' })).toHaveValue('mauve')
  await expect.element(panel.getByText('Insured: A value is required.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: /^Cost: This is not an amount/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Changed 1' }).click()
  await expect.element(panel.getByText('Cost: ₹1,200.50 → ₹900.00')).toBeVisible()
  await expect.element(panel.getByText('Colour: empty → Red')).toBeVisible()
  await expect.element(panel.getByText('Insured: Yes → cleared')).toBeVisible()
})
