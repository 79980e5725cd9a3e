import type { Page } from '@playwright/test'
import { listOf, makeAsset, newTag, titleOf, viewAssets } from '../support/assets.ts'
import { answerCalls } from '../support/network.ts'
import type { Hand } from '../support/people.ts'
import { newName } from '../support/people.ts'
import { png } from '../support/pictures.ts'
import { go } from '../support/within.ts'
import { aField, fieldId } from './own-field.ts'
import { asha, once, type Scene } from './scene.ts'

const purchase = { id: fieldId(70), label: 'Purchase', labelHi: 'खरीद' }

const cost = { type: 'money', label: 'Purchase cost', labelHi: 'खरीद मूल्य', unit: 'INR', group: purchase }
const fields = [
  aField(1, { ...cost, required: true }),
  aField(2, { type: 'day', label: 'Purchase date', labelHi: 'खरीद की तारीख', group: purchase }),
  aField(3, { type: 'yes-no', label: 'Insured', labelHi: 'बीमित' }),
  aField(4, { type: 'person', label: 'Keeper', labelHi: 'रखवाला' }),
  aField(5, { type: 'place', label: 'Home', labelHi: 'स्थायी स्थान' }),
  aField(6, { type: 'link', label: 'Manual', labelHi: 'पुस्तिका', help: 'The page of the maker.' }),
]

/** Real fields would be in the forms of all other scenes. */
const withFields = (page: Page) => answerCalls(page, '/api/v1/own-fields*', { json: { fields } })

type Contract = { asset: Awaited<ReturnType<typeof makeAsset>>; id: string; name: string }

/** An asset with a running maintenance contract. */
async function contract(admin: Hand): Promise<Contract> {
  const asset = await makeAsset(admin, { assetName: 'Split air conditioner', serialNo: newTag() })
  const name = newName('AMC')
  const cover = {
    ...{ kind: 'amc', name, startsOn: '2026-01-01', endsOn: '2999-12-31' },
    ...{ cost: { amount: 4_500_000, currency: 'INR' }, note: 'Two visits a year.' },
  }
  const { _id: id } = (await admin.call('post', '/api/v1/covers', cover)) as { _id: string }
  await admin.call('post', `/api/v1/covers/${id}/assets`, { ids: [asset._id] })
  return { asset, id, name }
}
const contracted = once(contract)

const invoice = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n50\n%%EOF\n',
)
const covers = '/dashboard/default/manage-asset/covers'

export const recordScenes: Scene[] = [
  {
    name: 'registration-fields',
    heading: 'Asset Registration',
    steps: async ({ page, be }) => {
      await be(asha)
      await withFields(page)
      await go(page, '/dashboard/default/manage-asset/asset-registration')
      await page.getByRole('button', { name: 'More fields' }).click()
      await page.getByLabel('Manual').waitFor()
    },
  },
  {
    name: 'asset-fields',
    heading: 'View Assets',
    steps: async ({ page, be, admin }) => {
      const { asset } = await contracted(admin)
      await be(asha)
      await withFields(page)
      const own = { fields: { field1: 4_500_000, field3: true }, fieldTexts: {} }
      await page.route(`/api/assets/${asset._id}`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ json: { ...(await response.json()), ...own } })
      })
      await go(page, `${viewAssets}?asset=${asset._id}`)
      const panel = page.getByRole('dialog')
      await panel.getByText('Purchase cost').waitFor()
      await panel.getByRole('button', { name: 'Show empty fields' }).click()
    },
  },
  {
    name: 'asset-papers',
    heading: 'View Assets',
    steps: async ({ page, be, admin }) => {
      const asset = await makeAsset(admin, { assetName: 'Projector' })
      await be(asha)
      await go(page, `${viewAssets}?asset=${asset._id}`)
      const panel = page.getByRole('dialog')
      await panel.getByRole('button', { name: 'Add paper' }).waitFor()
      await panel.locator('input[type=file][multiple]').setInputFiles([
        { name: 'Invoice 2026-0045.pdf', mimeType: 'application/pdf', buffer: invoice },
        { name: 'Front.png', mimeType: 'image/png', buffer: png },
      ])
      await panel.getByRole('button', { name: /^Open Front\.png/ }).waitFor()
      await panel.getByRole('button', { name: /^Open Invoice/ }).waitFor()
    },
  },
  {
    name: 'bulk-set-field',
    heading: 'View Assets',
    steps: async ({ page, be, admin }) => {
      const { asset } = await contracted(admin)
      await be(asha)
      await withFields(page)
      await go(page, listOf(asset.assetTagId))
      await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
      await page.getByRole('button', { name: 'Set a field' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Insured')
      await dialog.getByText('Without a value, the field is cleared.').waitFor()
    },
  },
  {
    name: 'covers',
    heading: 'Covers',
    steps: async ({ page, be, admin }) => {
      const { name } = await contracted(admin)
      await be(asha)
      await go(page, `${covers}?search=${encodeURIComponent(name)}`)
      await page.getByRole('link', { name }).waitFor()
    },
  },
  {
    name: 'cover-new',
    heading: 'Covers',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, covers)
      await page.getByRole('button', { name: 'New Cover' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Please enter a name or number.').waitFor()
    },
  },
  {
    name: 'cover',
    heading: /^AMC /,
    steps: async ({ page, be, admin }) => {
      const { id, asset } = await contracted(admin)
      await be(asha)
      await go(page, `${covers}/${id}`)
      await page.getByRole('table').getByText(asset.assetName).waitFor()
    },
  },
  {
    name: 'cover-cancel',
    heading: /^AMC /,
    steps: async ({ page, be, admin }) => {
      const { id } = await contracted(admin)
      await be(asha)
      await go(page, `${covers}/${id}`)
      await page.getByRole('button', { name: 'Cancel Cover' }).click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
]
