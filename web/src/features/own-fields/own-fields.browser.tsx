import { masters } from '@ats/contract/masters.ts'
import {
  type OwnFieldDefinition,
  ownFieldDefinitions,
  ownFieldGroups,
} from '@ats/contract/own-fields/definitions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf, onePage } from '../../../test/listed.ts'
import { ownFieldNumbered } from '../../../test/own-fields.ts'
import { overtake, reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const dialog = page.getByRole('dialog')
const address = '/dashboard/default/masters/fields'
const money = { id: idOf(100), label: 'Purchase', labelHi: 'खरीद' }

const field = (number: number, given: Partial<OwnFieldDefinition> = {}): OwnFieldDefinition => ({
  ...ownFieldNumbered(number),
  ...{ version: 3, setName: null },
  ...given,
})

const showing = (fields: OwnFieldDefinition[], groups = [money]) => {
  respond(ownFieldDefinitions.list, { fields, groups, most: 100 })
  respond(masters.list, { records: [], ...onePage(0) })
}
const bodies = (of: Parameters<typeof sentTo>[0]) => sentTo(of).map(({ body }) => body)

test('without fields the screen says what they are, and the first one is added with a preview', async () => {
  showing([], [])
  respond(ownFieldDefinitions.create, field(1, { label: 'Fuel' }))
  await openScreen(address)
  await expect.element(page.getByText(/such as cost, invoice number/)).toBeVisible()
  await page.getByRole('button', { name: 'Add field' }).click()
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(dialog.getByText('Please enter a name.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Type' }).selectOptions('Choice')
  await dialog.getByLabelText('Name', { exact: true }).fill('Fuel')
  await dialog.getByRole('button', { name: 'Add choice' }).click()
  await dialog.getByLabelText('Choice 1', { exact: true }).fill('Petrol')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('combobox', { name: 'Fuel' })).toBeVisible()
  await expect.element(preview.getByRole('definition')).toHaveTextContent('Petrol')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(page.getByText('Fuel saved')).toBeVisible()
  expect(bodies(ownFieldDefinitions.create)).toMatchObject([
    {
      type: 'choice',
      label: 'Fuel',
      choices: [{ label: 'Petrol', labelHi: null }],
      unit: null,
      groupId: null,
    },
  ])
})

test('fields are shown by group with what they are, and retired ones are folded', async () => {
  showing([
    field(1, { indexed: true, indexState: 'building' }),
    field(2, { type: 'money', unit: 'INR', group: money, seenWith: 'reports', required: true }),
    field(3, { retired: true }),
  ])
  respond(ownFieldDefinitions.bringBack, field(3))
  await openScreen(address)
  await expect.element(page.getByText('2 of 100 fields are active')).toBeVisible()
  const group = page.getByRole('region', { name: 'Purchase' })
  await expect.element(group.getByText('Money (INR) · People with Reports')).toBeVisible()
  await expect.element(group.getByText('Required')).toBeVisible()
  await expect.element(page.getByText('Index being built')).toBeVisible()
  await page.getByText('Retired fields (1)').click()
  await page.getByRole('button', { name: 'Bring back Field 3' }).click()
  await expect.element(page.getByText('Field 3 is back')).toBeVisible()
})

test('a change sends what differs, and a conflict is decided', async () => {
  showing([field(1, { type: 'day', remindDays: [30] })])
  const conflict = {
    version: 4,
    changes: [{ field: 'help', value: 'In', text: null, by: 'Asha', at: '2026-01-01T00:00:00Z' }],
  }
  overtake(ownFieldDefinitions.change, conflict)
  await openScreen(address)
  await page.getByRole('button', { name: 'Edit Field 1' }).click()
  await expect.element(dialog.getByText(/in the API: field1/)).toBeVisible()
  await dialog.getByLabelText('Reminders').fill('soon')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter days such as 30, 7.')).toBeVisible()
  await dialog.getByLabelText('Reminders').fill('60, 7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Asha', { exact: false }).first()).toBeVisible()
  expect(bodies(ownFieldDefinitions.change)).toEqual([{ remindDays: [60, 7], version: 3 }])
})

test('fields change places by buttons and by keyboard', async () => {
  showing([field(1, { group: money }), field(2, { group: money })])
  respond(ownFieldDefinitions.order, { message: 'x' })
  await openScreen(address)
  await page.getByRole('button', { name: 'Move Field 1 up' }).click()
  await page.getByRole('button', { name: 'Move Field 1 down' }).click()
  await expect.element(page.getByText('Field 1 was moved')).toBeInTheDocument()
  page.getByRole('button', { name: 'Edit Field 2' }).element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  const places = [2, 1].map((number) => ({ id: idOf(number), groupId: money.id }))
  await expect
    .poll(() => bodies(ownFieldDefinitions.order))
    .toEqual([1, 2].map(() => ({ groupIds: [money.id], fields: places })))
})

test('retiring asks, and says how many assets have a value', async () => {
  showing([field(1)])
  respond(ownFieldDefinitions.uses, { count: 10_000, more: true })
  respond(ownFieldDefinitions.retire, field(1, { retired: true }))
  respond(ownFieldDefinitions.bringBack, field(1))
  await openScreen(address)
  const retire = page.getByRole('button', { name: 'Retire Field 1' })
  await retire.click()
  await expect.element(dialog.getByText(/More than 10,000 assets have a value/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(sentTo(ownFieldDefinitions.retire)).toEqual([])
  await retire.click()
  await dialog.getByRole('button', { name: 'Retire' }).click()
  await expect.element(page.getByText('Field 1 retired')).toBeVisible()
  expect(bodies(ownFieldDefinitions.retire)).toEqual([{ version: 3 }])
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect.poll(() => sentTo(ownFieldDefinitions.bringBack)).toHaveLength(1)
})

test('a ready-made set shows what it adds', async () => {
  showing([field(1)])
  const shared = { labelHi: null, unit: null, choices: [], remindDays: [] }
  respond(ownFieldDefinitions.sets, {
    sets: [
      {
        ...{ name: 'purchase', label: 'Purchase', labelHi: 'खरीद' },
        fields: [
          { key: 'purchaseCost', type: 'money', label: 'Purchase Cost', is: 'new', ...shared },
          { key: 'poNumber', type: 'text', label: 'PO Number', is: 'active', ...shared },
        ],
      },
    ],
  })
  respond(ownFieldDefinitions.addSet, { added: ['purchaseCost'], existing: ['poNumber'] })
  await openScreen(address)
  await page.getByRole('button', { name: 'Ready-made sets' }).click()
  await expect.element(dialog.getByText('Already there')).toBeVisible()
  await dialog.getByLabelText('Currency').fill('eur')
  await dialog.getByRole('button', { name: 'Add the set Purchase' }).click()
  await expect.element(page.getByText('Purchase: 1 field added')).toBeVisible()
  expect(bodies(ownFieldDefinitions.addSet)).toEqual([{ currency: 'EUR' }])
})

test('a group is added, renamed and deleted, and a refusal is said', async () => {
  showing([field(1)])
  reject(ownFieldGroups.create, 'own-field-group-name-taken', {}, 'label')
  respond(ownFieldGroups.change, { ...money, label: 'Buying' })
  respond(ownFieldGroups.remove, { message: 'x' })
  await openScreen(address)
  await page.getByRole('button', { name: 'Add group' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Purchase')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await expect.element(dialog.getByText('There is already a group with this name.')).toBeVisible()
  await dialog.getByLabelText('Name', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Rename the group Purchase' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Buying')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => bodies(ownFieldGroups.change)).toEqual([{ label: 'Buying', labelHi: 'खरीद' }])
  await page.getByRole('button', { name: 'Delete the group Purchase' }).click()
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await expect.element(page.getByText('Group Purchase deleted')).toBeVisible()
})
