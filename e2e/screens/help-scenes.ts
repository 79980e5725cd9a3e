import type { Hand } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const subject = 'The reader beeps, but nothing opens'
const text =
  'Since this morning the reader in the store room beeps at every tag, and the screen stays as it is.\n\nThe picture shows its display.'

const asked = once(async (hand: Hand) => {
  const made = await hand.form('/api/v1/help-requests', { subject, text, image: picture })
  return (made as { _id: string })._id
})

/** Requests of parallel tests must not appear in the screenshot. */
const ofOthers = ['waiting', 'answered'].map((status, at) => ({
  ...{ _id: `00000000-0000-4000-8000-00000000000${at}`, id: 41 + at, status, isMine: false },
  subject: at === 0 ? 'I do not see the assets of the second room since last week' : subject,
  askedBy: at === 0 ? 'Gopal Jadhav' : 'Farah Khan',
  createdAt: new Date(Date.now() - 90 * 60_000).toISOString(),
  updatedAt: new Date(Date.now() - (at + 1) * 40 * 60_000).toISOString(),
}))
const page = { total: 2, totalIsExact: true, from: 1, previous: null, next: 'more', last: null }

const desk = async ({ page: screen, be }: SceneStage) => {
  await be(asha)
  await screen.route('**/api/v1/help-requests?*', (route) =>
    route.fulfill({ json: { ...page, helpRequests: ofOthers.map((one) => ({ ...one, isMine: true })) } }),
  )
  await screen.route('**/api/v1/help-requests/of-others?*', (route) =>
    route.fulfill({ json: { ...page, next: null, helpRequests: ofOthers.slice(0, 1) } }),
  )
  await go(screen, '/dashboard/default/help-desk#who-sees-what')
  await screen.getByText('Gopal Jadhav').waitFor()
}

export const helpScreens: Scene[] = [
  { name: 'help-desk', heading: 'Help Desk', steps: desk },
  {
    name: 'help-ask',
    heading: 'Help Desk',
    steps: async (stage) => {
      await desk(stage)
      await stage.page.getByRole('button', { name: 'Get Help' }).click()
      await stage.page.getByRole('button', { name: 'Send', exact: true }).click()
      await stage.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'help-request',
    heading: subject,
    steps: async ({ page: screen, be, admin }) => {
      const id = await asked(admin)
      await be({ role: 'admin', name: 'Meera Iyer' })
      await go(screen, `/dashboard/default/help-desk/${id}`)
      await screen.getByLabel('Answer', { exact: true }).fill('The reader has to end each tag with Enter.')
      await screen.getByRole('button', { name: 'Send answer' }).click()
      await screen.getByText('Answered').waitFor()
      await screen.getByRole('img', { name: /^Screenshot from/ }).waitFor()
    },
  },
]
