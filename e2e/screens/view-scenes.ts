import { placeAt } from '../support/assets.ts'
import { handOf, sessionOf } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go, resume } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const views = '/dashboard/default/views'

/** Asha with two views: one is shared, and one is emailed. */
const owner = once(async ({ page, admin }: SceneStage) => {
  const person = await admin.person(asha)
  const me = await handOf(page.request, person)
  const { _id: placeId } = await placeAt(admin, 'Indore')
  const rows = [
    { name: 'Broken in Indore', list: 'assets', filter: { state: 'Not-Working' }, placeId },
    { name: 'Next rentals', list: 'report-rentals', filter: {} },
  ]
  const schedule = { every: 'week', weekday: 1, hour: 7, zone: 'Asia/Kolkata', format: 'xlsx' }
  for (const body of rows) {
    const { id } = (await me.call('post', '/api/v1/views', body)) as { id: string }
    if (body.list !== 'assets') await me.call('patch', `/api/v1/views/${id}`, { schedule })
  }
  return sessionOf(person)
})

async function someViews(stage: SceneStage, address = views) {
  await resume(stage.page, await owner(stage))
  await go(stage.page, address)
}

const menuOf = (name: string, button: string, width: number): Scene => ({
  name,
  heading: 'View Assets',
  widths: [width],
  steps: async (stage) => {
    await someViews(stage, '/dashboard/default/manage-asset/view-assets')
    await stage.page.getByRole('button', { name: button, exact: true }).click()
    await stage.page.getByRole('link', { name: 'Broken in Indore' }).first().waitFor()
  },
})

export const viewScreens: Scene[] = [
  {
    name: 'views',
    heading: 'Saved Views',
    steps: async (stage) => {
      await someViews(stage)
      await stage.page.getByRole('link', { name: 'Broken in Indore' }).first().waitFor()
    },
  },
  {
    name: 'views-mail',
    heading: 'Saved Views',
    steps: async (stage) => {
      await someViews(stage)
      await stage.page.getByRole('button', { name: /^Email Next rentals/ }).click()
      await stage.page.getByRole('dialog').getByLabel('How often').waitFor()
    },
  },
  menuOf('views-menu', 'Views', 1280),
  menuOf('views-menu-narrow', 'Export', 390),
]
