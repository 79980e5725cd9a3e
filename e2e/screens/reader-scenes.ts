import { listOf, makeAsset, panelOf } from '../support/assets.ts'
import { type Hand, newName } from '../support/people.ts'
import {
  answerDeadLetters,
  answerElsewhere,
  answerReaders,
  answerReads,
  answerSightings,
  deadLettersAddress,
  elsewhereAddress,
  liveAddress,
  readers,
  readersAddress,
  readOf,
  seenOf,
} from '../support/readers.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

async function openList({ page, be }: SceneStage, listed?: object[]) {
  await be(asha)
  await answerReaders(page, listed)
  await go(page, readersAddress)
}

async function openReader({ page, be }: SceneStage, at: number) {
  await be(asha)
  await answerReaders(page)
  await go(page, `${readersAddress}/${readers[at]?._id}`)
  await page.getByRole('region', { name: 'Health' }).waitFor()
}

const furniture = once(
  async (admin: Hand) =>
    [
      await makeAsset(admin, { assetName: 'Office chair' }),
      await makeAsset(admin, { assetName: 'Projector' }),
    ] as const,
)

async function openLive(stage: SceneStage, isQuiet = false) {
  const [chair, projector] = await furniture(stage.admin)
  const { page, be } = stage
  await be(asha)
  const reads = [
    readOf({ asset: chair }),
    readOf({ asset: projector, counts: false, at: 9 }),
    readOf({ tag: 'E2801160600002054E1A4F0D', placeNames: null, at: 21 }),
  ]
  await answerReads(page, isQuiet ? [] : reads)
  await go(page, liveAddress)
}

export const readerScenes: Scene[] = [
  {
    name: 'readers',
    heading: 'Readers',
    steps: async (stage) => {
      await openList(stage)
      await stage.page.getByRole('link', { name: 'Entrance' }).waitFor()
    },
  },
  {
    name: 'readers-none',
    heading: 'Readers',
    steps: async (stage) => {
      await openList(stage, [])
      await stage.page.getByText('No reader yet').waitFor()
    },
  },
  {
    name: 'readers-add',
    heading: 'Readers',
    steps: async (stage) => {
      const { page } = stage
      await openList(stage)
      await page.getByRole('button', { name: 'Add reader' }).click()
      await page.getByLabel('Kind of device').selectOption({ label: 'Another device' })
      await page.getByRole('dialog').getByRole('button', { name: 'Add reader' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'reader', heading: 'Entrance', steps: (stage) => openReader(stage, 0) },
  { name: 'reader-silent', heading: 'Goods in', steps: (stage) => openReader(stage, 1) },
  {
    name: 'reader-point',
    heading: 'Archive',
    steps: async (stage) => {
      await openReader(stage, 2)
      await stage.page.getByRole('button', { name: 'Add read point' }).click()
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await stage.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'live',
    heading: 'Live',
    steps: async (stage) => {
      await openLive(stage)
      await stage.page.getByRole('link', { name: /^Projector/ }).waitFor()
    },
  },
  {
    name: 'live-none',
    heading: 'Live',
    steps: async (stage) => {
      await openLive(stage, true)
      await stage.page.getByText('Nothing is being read right now.').waitFor()
    },
  },
  {
    name: 'seen-elsewhere',
    heading: 'Seen Elsewhere',
    steps: async (stage) => {
      const [chair, projector] = await furniture(stage.admin)
      await stage.be(asha)
      const gone = {
        leftProperty: true,
        seenPlaceNames: ['Indore', 'MM South', 'Indore Warehouse', 'Hall', 'Dock'],
      }
      await answerElsewhere(stage.page, [seenOf(chair), seenOf(projector, gone)])
      await go(stage.page, elsewhereAddress)
      await stage.page.getByRole('button', { name: /^Move here: Projector/ }).waitFor()
    },
  },
  {
    name: 'asset-sightings',
    heading: 'View Assets',
    steps: async ({ page, be, admin }) => {
      const asset = await makeAsset(admin, { assetName: 'Office chair', serialNo: newName('SN') })
      await be(asha)
      await answerSightings(page, asset)
      await go(page, `${listOf(asset.serialNo ?? '')}&asset=${asset._id}`)
      await panelOf(page, asset).getByText('Movements').waitFor()
    },
  },
  {
    name: 'dead-letters',
    heading: 'Undelivered Messages',
    steps: async ({ page, be }) => {
      await be(asha)
      await answerDeadLetters(page)
      await go(page, deadLettersAddress)
      await page.getByRole('main').getByText('deadlock detected').waitFor()
    },
  },
]
