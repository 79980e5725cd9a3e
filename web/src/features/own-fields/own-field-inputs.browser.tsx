import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, respondToAssets, resultOf, titleOf } from '../../../test/assets.ts'
import { idOf } from '../../../test/listed.ts'
import { ownChoice, ownFieldNumbered } from '../../../test/own-fields.ts'
import { overtake, reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/view-assets'
const purchase = { id: idOf(70), label: 'Purchase', labelHi: 'खरीद' }
const cost = ownFieldNumbered(1, {
  ...{ key: 'cost', type: 'money', label: 'Cost', unit: 'INR', required: true, group: purchase },
})
const bought = ownFieldNumbered(2, { key: 'bought', type: 'day', label: 'Bought', group: purchase })
const fuel = ownFieldNumbered(3, {
  ...{ key: 'fuel', type: 'choice', label: 'Fuel', choices: [ownChoice('cng', 'CNG')] },
  ...{ assetNameIds: [idOf(80)], assetNames: [{ id: idOf(80), name: 'Van' }] },
})
const insured = ownFieldNumbered(4, { key: 'insured', type: 'yes-no', label: 'Insured' })
const asset = assetNumbered(1, { fields: { cost: 120_050, insured: true } })
const amount = page.getByRole('textbox', { name: 'Cost (INR)' })
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  respondToAssets([asset])
  respond(ownFields.list, { fields: [cost, bought, fuel, insured] })
})

async function openRegistration() {
  await openScreen('/dashboard/default/manage-asset/asset-registration')
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill('E28011700000020FABCD0001')
  await page.getByRole('combobox', { name: 'Asset Name' }).fill('Desk')
  const city = page.getByLabelText('Location')
  await expect.element(city.getByRole('option', { name: 'Indore' })).toBeInTheDocument()
  await city.selectOptions('indore')
}

test('an asset is registered with values; what is missing or no amount is said at its input', async () => {
  respond(assets.register, { asset, message: 'Registered.' })
  await openRegistration()
  await expect.element(button('Purchase')).toHaveAttribute('aria-expanded', 'true')
  await button('Register Asset').click()
  await expect.element(amount).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This field is required.')
  await amount.fill('much')
  await button('Register Asset').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This value does not fit the type of the field.')
  expect(sentTo(assets.register)).toEqual([])
  await amount.fill('1,25,000.50')
  await page.getByRole('textbox', { name: 'Bought' }).fill('2 Jan 2026')
  await button('Register Asset').click()
  await expect.element(page.getByText('Asset Registered Successfully!').first()).toBeVisible()
  const [{ body } = { body: undefined }] = sentTo(assets.register)
  expect(JSON.parse((body as { fields: string }).fields)).toEqual({ cost: 12_500_050, bought: '2026-01-02' })
})

test('a field for some names appears with such a name', async () => {
  await openRegistration()
  await button('More fields').click()
  await expect.element(page.getByRole('combobox', { name: 'Insured' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Fuel' })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Asset Name' }).fill('van')
  await page.getByRole('combobox', { name: 'Fuel' }).selectOptions('CNG')
})

async function openEditing() {
  await openScreen(list)
  await button(`Edit ${titleOf(asset)}`).click()
  await expect.element(amount).toHaveValue('1200.5')
}

test('a change sends only what differs, and a cleared value as none', async () => {
  respond(assets.update, { asset: { ...asset, version: 2 }, message: 'Saved.' })
  await openEditing()
  await amount.fill('1300')
  await button('More fields').click()
  await page.getByRole('combobox', { name: 'Insured' }).selectOptions('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Asset updated successfully!')).toBeVisible()
  const [{ body } = { body: undefined }] = sentTo(assets.update)
  expect(JSON.parse((body as { fields: string }).fields)).toEqual({ cost: 130_000, insured: null })
})

test('if somebody else changed the same field, the person chooses by its label', async () => {
  await openEditing()
  const change = {
    field: 'fields.cost',
    value: 99_900,
    text: null,
    by: 'Ravi Shah',
    at: '2026-01-02T10:00:00Z',
  }
  overtake(assets.update, { version: 2, changes: [change] })
  await amount.fill('1300')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const choice = page.getByRole('radiogroup', { name: 'Cost' })
  await expect.element(choice.getByText('₹1,300.00')).toBeVisible()
  await expect.element(choice.getByText('₹999.00')).toBeVisible()
})

test('a field is set for many assets', async () => {
  respond(assetBulk.change, resultOf({ of: asset, code: 'done' }))
  await openScreen(list)
  await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).click()
  await button('Set a field').click()
  await dialog.getByRole('combobox', { name: 'Field' }).selectOptions('Cost')
  reject(assetBulk.change, 'own-value-malformed', {}, 'fields.cost')
  await amount.fill('x')
  await button('Set a field of 1 asset').click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  respond(assetBulk.change, resultOf({ of: asset, code: 'done' }))
  await amount.fill('42')
  await button('Set a field of 1 asset').click()
  await expect.element(page.getByText('Field of 1 asset set')).toBeVisible()
  expect(sentTo(assetBulk.change).at(-1)?.body).toEqual({
    ...{ action: 'set-field', ids: [asset._id], field: 'cost', value: 4200 },
  })
})
