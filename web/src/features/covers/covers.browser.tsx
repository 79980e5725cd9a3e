import { covers } from '@ats/contract/covers.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, resultOf } from '../../../test/assets.ts'
import { coverNumbered, respondToCovers } from '../../../test/covers.ts'
import { idOf } from '../../../test/listed.ts'
import { respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/covers'
const one = `${list}/${idOf(901)}`
const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function expectAccessible() {
  const { violations } = await axe.run(document)
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

test('the list says what runs and what ends soon, with costs in their currency', async () => {
  const soon = coverNumbered(2, { state: 'ending-soon', daysLeft: 1, kind: 'insurance', cost: null })
  respondToCovers([coverNumbered(1), soon])
  await openScreen(list)
  const rows = page.getByRole('table', { name: 'Covers' }).getByRole('row')
  await expect.element(rows.nth(1).getByText('44 days left')).toBeVisible()
  await expect.element(rows.nth(1).getByText('₹86,400.00')).toBeVisible()
  await expect.element(rows.nth(2).getByText('1 day left')).toBeVisible()
  await expectAccessible()
})

test('a new cover is checked before it is sent, and its cost is sent in the smallest unit', async () => {
  respondToCovers([])
  const made = coverNumbered(1)
  respond(covers.create, made)
  const router = await openScreen(list)
  await button('New Cover').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Please enter a name or number.')).toBeVisible()
  await field('Name or number').fill('AMC/2026/1')
  await field('First day').fill('2026-01-01')
  await field('Last day').fill('2026-12-31')
  await field('Cost').fill('12,500.505')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter an amount such as 12500 or 12500.50.')).toBeVisible()
  await field('Cost').fill('12,500.50')
  respondToCovers([made])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { name: made.name })).toBeVisible()
  expect(router.state.location.pathname).toBe(one)
  expect(sentTo(covers.create).map(({ body }) => body)).toMatchObject([
    {
      ...{ kind: 'amc', name: 'AMC/2026/1', startsOn: '2026-01-01', endsOn: '2026-12-31', vendorId: null },
      ...{ cost: { amount: 1_250_050, currency: 'INR' }, reminderDays: [30, 7] },
    },
  ])
})

test('an asset that is found is added to the cover, and removed again', async () => {
  respondToCovers([coverNumbered(1)])
  const [found, present] = [assetNumbered(7), assetNumbered(1)]
  respond(covers.addAssets, resultOf({ of: found, code: 'done' }))
  respond(covers.removeAssets, resultOf({ of: present, code: 'done' }))
  await openScreen(one)
  await page.getByRole('combobox', { name: 'Add an asset' }).fill('Chair 7')
  await page.getByRole('option').getByText(`${found.assetName} ${found.assetTagId}`).click()
  await expect.element(page.getByText(`${found.assetName} ${found.assetTagId} added`)).toBeVisible()
  expect(sentTo(covers.addAssets).map(({ body }) => body)).toEqual([{ ids: [found._id] }])
  await page.getByRole('checkbox', { name: `Select ${present.assetName} ${present.assetTagId}` }).click()
  await button('Remove 1 asset').click()
  await expect.element(page.getByText('1 asset removed from the cover')).toBeVisible()
  await expectAccessible()
})

test('the next period follows the present one', async () => {
  respondToCovers([coverNumbered(1)])
  const next = coverNumbered(2, { name: 'AMC/2027/1' })
  respond(covers.renew, { cover: next })
  await openScreen(one)
  await button('Renew').click()
  await field('Name or number').fill('AMC/2027/1')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await expect.element(page.getByText('Renewed as AMC/2027/1')).toBeVisible()
  expect(sentTo(covers.renew).map(({ body }) => body)).toEqual([
    {
      ...{ name: 'AMC/2027/1', startsOn: '2027-01-01', endsOn: '2027-12-31' },
      cost: { amount: 8_640_000, currency: 'INR' },
    },
  ])
})

test('a person who does not see all assets reads why the cover cannot be changed', async () => {
  respondToCovers([coverNumbered(1, { mayChange: false })])
  await openScreen(one)
  await expect.element(page.getByText(/also has assets outside your places/)).toBeVisible()
  await expect.element(button('Edit')).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Add an asset' })).not.toBeInTheDocument()
})
