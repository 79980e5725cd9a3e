import {
  bulkScreen,
  chairs,
  changeAsset,
  chooseAndUpload,
  csvFile,
  freezeImport,
  importNew,
  newTag,
  taggedChairs,
  undoImport,
} from '../support/imports.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import type { Scene } from './scene.ts'

const rohan = { role: 'user', name: 'Rohan Kulkarni' }
const heading = 'Bulk Asset Registration'

async function uploaded({ page, enter }: SceneStage, file: ReturnType<typeof csvFile>) {
  await enter(rohan)
  await go(page, bulkScreen)
  await chooseAndUpload(page, file)
}

/** Some new rows, some wrong ones, an unknown brand, and an unknown column. */
const mixed = () =>
  csvFile(
    [
      ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Brand', 'Colour'],
      [newTag(), 'Office Chair', 'Indore', 'Working', 'Northwood', 'Black'],
      [newTag(), 'Standing Desk', 'Indore', 'Working', 'Northwood', 'Oak'],
      [newTag(), 'Filing Cabinet', 'Atlantis', 'Sleeping', '', 'Grey'],
      ['', 'Bookshelf', 'Indore', '', '', ''],
    ],
    'inventory-2026-second-floor.csv',
  )

export const importScreens: Scene[] = [
  {
    name: 'import-start',
    heading,
    steps: async ({ page, enter }) => {
      await enter(rohan)
      await go(page, bulkScreen)
      await page.getByText('No file has been uploaded yet.').waitFor()
    },
  },
  {
    name: 'import-no-file',
    heading,
    steps: async ({ page, be }) => {
      await be(rohan)
      await go(page, bulkScreen)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'import-preview',
    heading,
    steps: async (stage) => {
      await uploaded(stage, mixed())
      await stage.page.getByRole('button', { name: /This state does not exist/ }).click()
      await stage.page.getByRole('combobox', { name: 'Asset State, row 4' }).waitFor()
    },
  },
  {
    name: 'import-questions',
    heading,
    steps: async (stage) => {
      await uploaded(stage, csvFile([['Chip', 'Model'], ...[1, 2].map(() => [newTag(), 'Motion'])]))
      await stage.page.getByLabel('What are the new assets called?').fill('Office Chair')
      await stage.page.getByText('this preview is out of date').waitFor()
    },
  },
  {
    name: 'import-applying',
    heading,
    // Uses a fake clock.
    alone: true,
    steps: async (stage) => {
      await uploaded(stage, mixed())
      await stage.page.getByText('This place does not exist.').first().waitFor()
      const done = (rows: number) =>
        freezeImport(stage.page, { status: 'applying', progress: { done: rows, total: 1_000_000 } })
      await done(600_000)
      await stage.page.clock.install()
      await stage.page.reload()
      await stage.page.getByRole('progressbar').waitFor()
      // The remaining time is estimated only after some progress.
      await stage.page.clock.fastForward(4000)
      await done(640_000)
      await stage.page.getByText(/· about \d+ (seconds|minutes?) left$/).waitFor()
    },
  },
  {
    name: 'import-done',
    heading,
    steps: async (stage) => {
      await uploaded(stage, chairs(3))
      await stage.page.getByRole('button', { name: 'Register 3 assets' }).click()
      await stage.page.getByText('3 assets registered.').waitFor()
    },
  },
  {
    name: 'import-undone-partly',
    heading,
    steps: async ({ page, be, admin }) => {
      await be(rohan)
      const { tags, file } = taggedChairs(3)
      await importNew(page, file, 3)
      await changeAsset(admin, tags[1] ?? '')
      await undoImport(page)
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'import-undone',
    heading,
    steps: async ({ page, be }) => {
      await be({ role: 'admin', name: 'Asha Rao' })
      const { tags, file } = taggedChairs(2)
      await importNew(page, file, 2)
      await page.getByRole('button', { name: 'Another file' }).click()
      const changed = ['RFID Tag', 'Brand', 'Vendor']
      const rows = [
        ...tags.map((tag) => [tag, 'Silver Birch', 'Rent & Return']),
        [newTag(), 'Silver Birch', 'Hazel Hire'],
      ]
      const place = ['City', 'Asset Name']
      await chooseAndUpload(
        page,
        csvFile([[...changed, ...place], ...rows.map((cells) => [...cells, 'Indore', 'Office Chair'])]),
      )
      await page.getByRole('button', { name: 'Register 1, change 2' }).click()
      await page.getByText('1 asset registered, 2 changed.').waitFor()
      await undoImport(page)
      await page.getByText('Master records created by this import').waitFor()
    },
  },
  {
    name: 'import-stopped',
    heading,
    steps: async ({ page, be }) => {
      await be(rohan)
      await importNew(page, chairs(1), 1)
      await freezeImport(page, {
        ...{ status: 'failed', failedIn: 'applying', progress: { done: 600_000, total: 1_000_000 } },
        message: 'The person who requested this may no longer work with assets.',
        code: 'import-owner-may-not',
      })
      await page.reload()
      await page.getByText(/^It stopped after/).waitFor()
    },
  },
  {
    name: 'import-expired',
    heading,
    steps: async ({ page, be }) => {
      await be(rohan)
      await importNew(page, chairs(1), 1)
      await freezeImport(page, { status: 'expired', expiredAt: '2026-01-08T00:00:00Z' })
      await page.reload()
      await page.getByText(/^Nobody applied this file in time/).waitFor()
    },
  },
  {
    name: 'import-failed',
    heading,
    steps: async (stage) => {
      await uploaded(stage, csvFile([['RFID Tag', 'Asset Name']]))
      await stage.page.getByText('The file has a header but no rows.').waitFor()
    },
  },
  {
    name: 'import-recent',
    heading,
    steps: async (stage) => {
      await uploaded(stage, mixed())
      await stage.page.getByText('This place does not exist.').first().waitFor()
      await stage.page.getByRole('button', { name: 'Another file' }).click()
      await stage.page.getByText('inventory-2026-second-floor.csv', { exact: true }).waitFor()
    },
  },
]
