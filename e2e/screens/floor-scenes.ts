import { answerFloors, floorsAddress, planAddress } from '../support/floors.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

async function open({ page, be }: SceneStage, address: string, listed?: object[]) {
  await be(asha)
  await answerFloors(page, listed)
  await go(page, address)
}

const reception = { name: /^Reception, / }

export const floorScenes: Scene[] = [
  {
    name: 'floors',
    heading: 'Floor Plans',
    steps: async (stage) => {
      await open(stage, floorsAddress)
      await stage.page.getByRole('link', { name: 'Ground Floor' }).waitFor()
    },
  },
  {
    name: 'floors-none',
    heading: 'Floor Plans',
    steps: async (stage) => {
      await open(stage, floorsAddress, [])
      await stage.page.getByRole('button', { name: 'Add floor' }).click()
      // The places to choose from are over the button.
      await stage.page.getByRole('dialog').getByRole('combobox').press('Tab')
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Add floor' }).click()
      await stage.page.getByRole('alert').waitFor()
      await stage.page.getByRole('dialog').getByRole('combobox').press('Tab')
    },
  },
  {
    name: 'floor',
    heading: 'Ground Floor',
    steps: async (stage) => {
      await open(stage, planAddress)
      await stage.page.getByRole('button', reception).waitFor()
    },
  },
  {
    name: 'floor-now',
    heading: 'Ground Floor',
    steps: async (stage) => {
      await open(stage, `${planAddress}?layer=now`)
      await stage.page.getByRole('button', reception).click()
      await stage.page.getByRole('region', { name: 'Reception' }).waitFor()
    },
  },
  {
    name: 'floor-edit',
    heading: 'Edit plan: Ground Floor',
    steps: async (stage) => {
      await open(stage, `${planAddress}?edit=true`)
      await stage.page.getByRole('button', reception).click()
    },
  },
]
