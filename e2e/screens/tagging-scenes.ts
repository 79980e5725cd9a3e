import { answerCalls } from '../support/network.ts'
import { scan } from '../support/reader.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-0000000000${number}`
const whole = { totalIsExact: true, from: 1, previous: null, next: null, last: null }

const listed = {
  ...{ _id: idOf(40), name: 'Second floor', placeId: idOf(41), placeNames: ['Indore', 'Campus South'] },
  ...{ createdBy: 'Asha Rao', createdAt: '2026-11-16T06:00:00Z', closedAt: null, works: true },
}
const drive = {
  ...listed,
  ...{ total: 2000, tagged: 1412, left: 588, excepted: 12, sample: 'nth', sampleSize: 20 },
  ...{
    people: [{ _id: idOf(42), name: 'Farah Khan' }],
    manages: true,
    closedBy: null,
    toCheck: 2,
    version: 1,
  },
}
const rooms = [
  { _id: idOf(50), placeNames: ['Hall 1', 'Room 101'], total: 3, tagged: 1, left: 2, excepted: 1 },
  { _id: idOf(51), placeNames: ['Hall 1', 'Room 102'], total: 12, tagged: 12, left: 0, excepted: 0 },
]
const tags = { reserved: 'C4000000000000000000AA02', used: 'E28011606000020000000003' }
const assets = [
  { assetName: 'Office Chair, high back', tag: null, left: 'untagged' },
  { assetName: 'Projector', tag: tags.reserved, left: 'expected' },
  { assetName: 'Cabinet', tag: tags.used, left: null },
].map((asset, at) => ({
  ...{ assetId: idOf(60 + at), assetTagId: `A000000${at + 1}`, serialNo: null, placeId: idOf(50) },
  ...asset,
}))
const samples = [
  {
    ...{ associationId: idOf(70), assetId: idOf(62), assetTagId: 'A0000003', assetName: 'Cabinet' },
    ...{ serialNo: null, placeId: idOf(50), placeNames: ['Indore', 'Hall 1', 'Room 101'] },
    ...{ taggedBy: 'Farah Khan', taggedAt: '2026-11-16T07:00:00Z' },
  },
]
const rates = [
  { of: 'all', name: '', tagged: 1412, checked: 70, failed: 2 },
  { of: 'person', name: 'Farah Khan', tagged: 700, checked: 35, failed: 2 },
]
const exceptions = [
  {
    ...{ assetId: idOf(63), assetTagId: 'A0000009', assetName: 'Lamp', placeNames: ['Indore', 'Hall 1'] },
    ...{ reason: 'out-of-reach', note: 'Above the false ceiling', by: 'Farah Khan' },
    at: '2026-11-16T07:00:00Z',
  },
]
const days = [{ day: '2026-11-16', userId: idOf(42), user: 'Farah Khan', tagged: 700, again: 2 }]

const withoutWorker = 'delete Navigator.prototype.serviceWorker'

async function open({ page, be }: SceneStage, address: string) {
  await be(asha)
  await page.addInitScript(withoutWorker)
  await page.evaluate(withoutWorker)
  const path = '**/api/v1/tagging-drives'
  await answerCalls(page, `${path}?*`, { json: { drives: [listed], total: 1, ...whole } })
  await answerCalls(page, `${path}/*`, { json: drive })
  await answerCalls(page, `${path}/*/rooms?*`, { json: { rooms, total: 2, ...whole } })
  await answerCalls(page, `${path}/*/assets?*`, { json: { assets, next: null } })
  await answerCalls(page, `${path}/*/days`, { json: { days } })
  await answerCalls(page, `${path}/*/exceptions?*`, { json: { exceptions, total: 1, ...whole } })
  await answerCalls(page, `${path}/*/samples?*`, { json: { samples, total: 1 } })
  await answerCalls(page, `${path}/*/quality`, { json: { rates } })
  await answerCalls(page, '**/api/v1/counting', { json: { inventories: [] } })
  await go(page, address)
}

const room = `/count?drive=${idOf(40)}&room=${idOf(50)}`

const read = (name: string, tag: string, says: string): Scene => ({
  name,
  heading: 'Room 101',
  alone: true,
  steps: async (stage) => {
    await open(stage, room)
    await stage.page.getByText('2 left').waitFor()
    await scan(stage.page, tag)
    await stage.page.getByText(says).first().waitFor()
  },
})

const view = (name: string, says: string): Scene => ({
  name: `tagging-${name}`,
  heading: 'Second floor',
  alone: true,
  steps: async (stage) => {
    await open(stage, `/dashboard/default/tagging/${idOf(40)}?view=${name}`)
    await stage.page.getByText(says).first().waitFor()
  },
})

export const taggingScenes: Scene[] = [
  {
    name: 'tagging-drives',
    heading: 'Tagging drives',
    alone: true,
    steps: async (stage) => {
      await open(stage, '/dashboard/default/tagging')
      await stage.page.getByRole('link', { name: 'Second floor' }).waitFor()
    },
  },
  view('rooms', 'Room 101'),
  view('days', 'Farah Khan'),
  view('exceptions', 'Above the false ceiling'),
  view('checks', 'Cabinet'),
  {
    name: 'tagging-loop-rooms',
    heading: 'Second floor',
    alone: true,
    steps: async (stage) => {
      await open(stage, `/count?drive=${idOf(40)}`)
      await stage.page.getByText('Room 102').waitFor()
    },
  },
  read('tagging-loop-asset', 'E28011606000020000000099', 'Choose the asset'),
  read('tagging-loop-again', tags.reserved, 'Read it on the asset'),
  read('tagging-loop-mix-up', tags.used, 'Already on another asset'),
]
