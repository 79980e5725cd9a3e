import { answerCalls } from '../support/network.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { fieldId } from './own-field.ts'
import { asha, type Scene } from './scene.ts'

const aSeries = (number: number, given: object) => ({
  ...{ id: fieldId(number), name: `Labels ${number}`, scheme: 'giai', companyPrefix: '8901234' },
  ...{ itemReference: null, organisation: null, filter: 0, firstSerial: '1', nextSerial: '5001' },
  ...{ lastSerial: '288230376151711743', left: '288230376151706743', nextTag: null, voided: 1 },
  ...{ retired: false, createdBy: 'Asha Rao', createdAt: '2026-11-02T09:30:00.000Z', version: 1, ...given },
})

const toTagNumbers = async ({ page, be }: SceneStage) => {
  const own = { scheme: 'private', companyPrefix: null, organisation: '1A2B3C4D' }
  const series = [
    aSeries(71, { name: 'Furniture roll' }),
    aSeries(72, { name: 'Old roll', ...own, retired: true }),
  ]
  await answerCalls(page, '/api/v1/tag-series', { json: { series } })
  await be(asha)
  await go(page, '/dashboard/default/masters/tag-numbers')
  await page.getByText('Furniture roll').waitFor()
}

/** Real series would show other numbers in each run. */
export const tagNumberScenes: Scene[] = [
  { name: 'tag-numbers', heading: 'Tag Numbers', steps: toTagNumbers },
  {
    name: 'tag-numbers-form',
    heading: 'Tag Numbers',
    steps: async (stage) => {
      await toTagNumbers(stage)
      await stage.page.getByRole('button', { name: 'Add number series' }).click()
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByLabel('Scheme').selectOption('SGTIN-96: products, with a GS1 prefix')
      await dialog.getByRole('button', { name: 'Add number series' }).click()
      await stage.page.getByText('A GS1 company prefix has only digits.').waitFor()
    },
  },
  {
    name: 'tag-numbers-reserved',
    heading: 'Tag Numbers',
    steps: async (stage) => {
      const { page } = stage
      const block = {
        ...{ id: fieldId(73), firstSerial: '1', lastSerial: '5000', count: 5000, reservedBy: 'Asha Rao' },
        ...{
          reservedAt: '2026-11-02T09:30:00.000Z',
          firstTag: '34161F49C800000000000001',
          lastTag: '34161F49C800000000001388',
        },
      }
      const spoilt = {
        ...{ serial: '118', tag: '34161F49C800000000000076', reason: 'Torn in the printer' },
        ...{ voidedBy: 'Asha Rao', voidedAt: '2026-11-06T11:00:00.000Z' },
      }
      const one = { total: 1, totalIsExact: true, from: 1, previous: null, next: null, last: null }
      const address = `/api/v1/tag-series/${fieldId(71)}`
      await answerCalls(page, `${address}/blocks*`, { json: { blocks: [block], ...one } })
      await answerCalls(page, `${address}/void-numbers*`, { json: { voids: [spoilt], ...one } })
      await toTagNumbers(stage)
      await page.getByRole('button', { name: 'More actions for Furniture roll' }).click()
      await page.getByRole('menuitem', { name: 'Reserved numbers of Furniture roll' }).click()
      await page.getByText('Torn in the printer').waitFor()
    },
  },
]
