import { answerCalls } from '../support/network.ts'
import { keepReading, sendOfReader, useHandheld } from '../support/reader-shell.ts'
import type { SceneStage } from '../support/story.ts'
import { idOf, openCount, room, tags } from './count-scenes.ts'
import type { Scene } from './scene.ts'

const asset = {
  ...{ _id: idOf(40), rfidTag: tags.there, tagExpected: false, epc: null, assetTagId: 'A1077' },
  ...{ assetName: 'Projector with a long name', assignedUser: null, location: 'indore', city: 'Indore' },
  ...{ mm: null, property: 'Tower B', aou: 'Hall 2', room: 'Store', placeId: idOf(22) },
}
const lastSeen = {
  ...{ tag: tags.there, placeId: idOf(20), placeNames: ['Indore', 'Tower B', 'Gate'], reader: 'Gate' },
  ...{ since: '2026-11-16T06:00:00Z', seenAt: '2026-11-16T06:00:00Z', rssi: -60 },
  ...{ present: false, elsewhere: true },
}

async function openAsset(stage: SceneStage) {
  await answerCalls(stage.page, `**/api/assets/${idOf(40)}`, { json: asset })
  await answerCalls(stage.page, `**/api/v1/assets/${idOf(40)}/last-seen`, { json: { lastSeen } })
  await openCount(stage, `/count?find=asset:${idOf(40)}`)
  await stage.page.getByText('Tower B › Gate').waitFor()
}

const trouble = { type: 'status', status: 'disconnected' }

export const findScreens: Scene[] = [
  {
    name: 'find-asset',
    heading: 'Projector with a long name',
    alone: true,
    steps: async (stage) => {
      await useHandheld(stage.page)
      await openAsset(stage)
      await keepReading(stage.page, tags.there, -48)
      await stage.page.getByText('Near', { exact: true }).waitFor()
    },
  },
  {
    name: 'find-asset-by-keyboard',
    heading: 'Projector with a long name',
    alone: true,
    steps: openAsset,
  },
  {
    name: 'find-missing',
    heading: 'Find missing',
    ...{ refused: true, alone: true },
    steps: async (stage) => {
      await useHandheld(stage.page)
      await openCount(stage, `${room(20)}&find=missing`)
      await stage.page.getByText('0 of 2 found').waitFor()
      await keepReading(stage.page, tags.there, -48)
      await stage.page.getByText('1 of 2 found').waitFor()
    },
  },
  {
    name: 'count-handheld',
    heading: 'Room 101',
    alone: true,
    steps: async (stage) => {
      await useHandheld(stage.page)
      await openCount(stage, room(20))
      await stage.page.getByText('Sled 12').waitFor()
      await sendOfReader(stage.page, { type: 'battery', percent: 64 }, trouble, { type: 'scan' })
      await stage.page.getByText('1 message of the reader was not understood').waitFor()
    },
  },
]
