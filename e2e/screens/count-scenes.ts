import { answerCalls } from '../support/network.ts'
import { scan } from '../support/reader.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

export const idOf = (number: number) => `00000000-0000-4000-8000-0000000000${number}`

const inventory = {
  ...{ _id: idOf(10), inventoryId: 'INV-2026-0007', placeNames: ['Indore', 'Campus South', 'Tower B'] },
  ...{ blind: false, dueOn: '2031-05-20', status: 'counting', rooms: 3 },
}
const inventories = [
  inventory,
  { ...inventory, _id: idOf(11), inventoryId: 'INV-2026-0008', placeNames: ['Pune', 'Annex'], blind: true },
  { ...inventory, _id: idOf(12), inventoryId: 'INV-2026-0009', status: 'planned', dueOn: null },
]
const rooms = [
  { names: ['Hall 1', 'Room 101'], tags: 14, countedAt: '2026-11-16T06:00:00Z', left: 0 },
  { names: ['Hall 1', 'Room 102 with the long name of a laboratory'], tags: 3, countedAt: null, left: 12 },
  { names: ['Hall 2', 'Store'], tags: 9, countedAt: '2026-11-16T06:00:00Z', left: 31 },
].map((room, at) => ({ ...room, _id: idOf(20 + at) }))

export const tags = { here: 'E28011606000020000000001', there: 'E28011606000020000000002' }
const expected = [
  { tag: tags.here, assetTagId: 'A1042', assetName: 'Office Chair, high back', placeId: idOf(20) },
  { tag: tags.there, assetTagId: 'A1077', assetName: 'Projector', placeId: idOf(22) },
]

const closed = {
  status: 409,
  json: {
    code: 'inventory-not-counting',
    message: 'This inventory is not being counted now.',
    requestId: 'scene',
  },
}

const withoutWorker = 'delete Navigator.prototype.serviceWorker'

/**
 * Without a service worker, requests can be mocked here; reads of parallel tests must not appear in the
 * screenshot.
 */
export async function openCount(
  { page, be }: SceneStage,
  address: string,
  reads: object = { status: 503, json: {} },
) {
  await be(asha)
  await page.addInitScript(withoutWorker)
  await page.evaluate(withoutWorker)
  await answerCalls(page, '**/api/v1/counting', { json: { inventories } })
  await answerCalls(page, '**/api/v1/counting/*/rooms?*', { json: { rooms, next: null } })
  await answerCalls(page, '**/api/v1/counting/*/expected?*', { json: { expected, next: null } })
  await answerCalls(page, '**/api/v1/inventories/*/reads', reads)
  await answerCalls(page, '**/api/v1/inventories/*/devices', { json: { status: 'counting' } })
  await go(page, address)
}

export const room = (number: number, at = 10) => `/count?inventory=${idOf(at)}&room=${idOf(number)}`

const read = (name: string, tag: string, says: string, address = room(20)): Scene => ({
  name,
  heading: 'Room 101',
  ...{ refused: true, alone: true },
  steps: async (stage) => {
    await openCount(stage, address)
    await stage.page.getByText('Ready to scan').waitFor()
    await scan(stage.page, tag)
    await stage.page.getByText(says).first().waitFor()
  },
})

/** Most need their own page: one that is left tells the server about inventories that it does not know. */
export const countScreens: Scene[] = [
  {
    name: 'count',
    heading: 'What are you counting?',
    steps: async (stage) => {
      await openCount(stage, '/count')
      await stage.page.getByText('INV-2026-0009').waitFor()
    },
  },
  {
    name: 'count-none',
    heading: 'What are you counting?',
    steps: async ({ page, be }) => {
      await be(asha)
      await answerCalls(page, '**/api/v1/counting', { json: { inventories: [] } })
      await go(page, '/count')
      await page.getByText('There is nothing to count.').waitFor()
    },
  },
  {
    name: 'count-rooms',
    heading: 'INV-2026-0007',
    alone: true,
    steps: async (stage) => {
      await openCount(stage, `/count?inventory=${idOf(10)}`)
      await stage.page.getByText('Room 101').waitFor()
    },
  },
  {
    name: 'count-ready',
    heading: 'Room 101',
    alone: true,
    steps: async (stage) => {
      await openCount(stage, room(20))
      await stage.page.getByText('Ready to scan').waitFor()
    },
  },
  read('count-found', tags.here, 'Office Chair'),
  read('count-elsewhere', tags.there, 'Belongs to Tower B › Hall 2 › Store'),
  read('count-unknown', 'E28011606000020000000099', 'No asset here has this tag'),
  read('count-blind', tags.here, 'Counted', room(20, 11)),
  {
    name: 'count-hindi',
    heading: 'Room 101',
    ...{ refused: true, alone: true },
    steps: async (stage) => {
      await openCount(stage, room(20))
      await stage.page.evaluate(`localStorage.setItem('language', 'hi')`)
      await stage.page.reload()
      await stage.page.getByText('स्कैन के लिए तैयार').waitFor()
      await scan(stage.page, tags.there)
      await stage.page.getByText('Projector').waitFor()
    },
  },
  {
    name: 'count-sighting',
    heading: 'Room 101',
    alone: true,
    steps: async (stage) => {
      await openCount(stage, room(20))
      await stage.page.getByRole('button', { name: 'Seen without tag' }).click()
      await stage.page.getByRole('button', { name: 'Save' }).click()
      await stage.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'count-typed',
    heading: 'Room 101',
    alone: true,
    steps: async (stage) => {
      await openCount(stage, room(20))
      await stage.page.getByRole('button', { name: 'Type or paste' }).click()
      await stage.page
        .getByRole('textbox', { name: 'Tags, one per line' })
        .fill(Object.values(tags).join('\n'))
    },
  },
  {
    name: 'count-refused',
    heading: 'Room 101',
    ...{ refused: true, alone: true },
    steps: async (stage) => {
      await openCount(stage, room(20), closed)
      await stage.page.getByText('Ready to scan').waitFor()
      await scan(stage.page, tags.here)
      await stage.page.getByRole('button', { name: 'Details' }).click()
      await stage.page.getByText('This inventory is not being counted now.').waitFor()
    },
  },
]
