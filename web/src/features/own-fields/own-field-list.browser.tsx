import { assets } from '@ats/contract/assets/assets.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../test/assets.ts'
import { ownChoice, ownFieldNumbered } from '../../../test/own-fields.ts'
import { reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/view-assets'

const indexed = { indexed: true, indexState: 'ready' } as const
const cost = ownFieldNumbered(1, { key: 'cost', type: 'money', label: 'Cost', unit: 'INR', ...indexed })
const choices = [ownChoice('a', 'Grade a'), ownChoice('b', 'Grade b')]
const grade = ownFieldNumbered(2, { key: 'grade', type: 'choice', label: 'Grade', choices, ...indexed })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const lastQuery = () => sentTo(assets.list).at(-1)?.address.searchParams

test('a field is a column that sorts, and a filter with a chip of its own', async () => {
  respondToAssets([assetNumbered(1, { fields: { cost: 123_450, grade: 'b' } }), assetNumbered(2)])
  respond(ownFields.list, { fields: [cost, grade] })
  await openScreen(list)
  await expect.element(page.getByRole('columnheader', { name: 'Cost' })).not.toBeInTheDocument()
  await button('Columns').click()
  await page.getByRole('checkbox', { name: 'Cost' }).click()
  await page.getByRole('checkbox', { name: 'Grade' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('cell', { name: '₹1,234.50' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Grade b' })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').first().click()
  await expect.poll(() => lastQuery()?.get('sort')).toBe('field:cost')

  await button('Field filter').click()
  await page.getByRole('textbox', { name: 'From (INR)' }).fill('1000')
  await button('Apply filter').click()
  await button('Field filter').click()
  await page.getByRole('combobox', { name: 'Field', exact: true }).selectOptions('Grade')
  await page.getByRole('checkbox', { name: 'Grade b' }).click()
  await button('Apply filter').click()
  const tests = () => JSON.parse(lastQuery()?.get('fields') ?? '{}')
  await expect.poll(tests).toEqual({ cost: { from: 100_000 }, grade: { oneOf: ['b'] } })
  await expect.element(page.getByText('Cost: from ₹1,000.00')).toBeVisible()
  await button('Remove Cost').click()
  await expect.poll(tests).toEqual({ grade: { oneOf: ['b'] } })
}, 60_000)

test('a view with a field that is no longer used names it', async () => {
  respondToAssets([])
  reject(assets.list, 'own-field-out-of-use', { field: 'Old weight' }, 'fields')
  await openScreen(`${list}?fields=${encodeURIComponent('{"weight":{"from":1}}')}`)
  await expect.element(page.getByText('The field Old weight is no longer used.')).toBeVisible()
  await expect.element(button('Remove weight')).toBeVisible()
})
