import {
  addressOf,
  choose,
  type MasterScreen,
  makeMaster,
  makeSite,
  masterScreens,
  parentField,
  parentOf,
  submit,
  useInAsset,
} from '../support/masters.ts'
import { answerCalls } from '../support/network.ts'
import { newEmail, newName } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { aField, fieldId } from './own-field.ts'
import { asha, once, type Scene } from './scene.ts'

const farah = { role: 'sub user', name: 'Farah Khan' }
const kinds = Object.keys(masterScreens) as MasterScreen[]

/** Some realistic records, found by a mark that no other scene uses. */
async function someOf({ admin }: SceneStage, kind: MasterScreen): Promise<string> {
  const mark = newName('Oak')
  const parent = parentOf(kind)
  const parentId = parent === undefined || parent === 'city' ? undefined : (await makeSite(admin))[parent]
  for (const end of ['North Wing', 'South Wing', 'Annex'])
    await makeMaster(admin, kind, { name: `${mark} ${end}`, parentId })
  return mark
}

const filled = (kind: MasterScreen): Scene => ({
  name: `master-${kind}`,
  heading: masterScreens[kind].title,
  steps: async (stage) => {
    const mark = await someOf(stage, kind)
    await stage.be(asha)
    await go(stage.page, addressOf(kind, mark))
    await stage.page.getByText(`${mark} Annex`).waitFor()
  },
})

/** Brands, one of which is used by an asset. */
const someBrands = once(async (stage: SceneStage) => {
  const mark = await someOf(stage, 'brand')
  await useInAsset(stage.admin, { brand: `${mark} Annex` })
  return mark
})

const onBrands = (
  name: string,
  then: (stage: SceneStage, mark: string) => Promise<unknown>,
  { who = asha, refused = false } = {},
): Scene => ({
  name: `master-${name}`,
  heading: 'Brand Master',
  refused,
  steps: async (stage) => {
    const mark = await someBrands(stage)
    await stage.be(who)
    await go(stage.page, addressOf('brand', mark))
    await stage.page.getByText(`${mark} Annex`).waitFor()
    await then(stage, mark)
  },
})

const askAway = async ({ page }: SceneStage, mark: string) =>
  page.getByRole('button', { name: `Delete ${mark} Annex` }).click()

const placeScreens: Scene[] = [
  {
    name: 'places',
    heading: 'Places',
    steps: async ({ page, be, admin }) => {
      const { aou } = await makeSite(admin, { aou: 'Reading Hall' })
      const room = await makeMaster(admin, 'room', { name: 'Room 101', parentId: aou })
      await makeMaster(admin, 'room', { name: 'Room 102', parentId: aou })
      await be(asha)
      await go(page, `/dashboard/default/places?place=${room.id}`)
      await page.getByRole('treeitem', { name: 'Room 101' }).waitFor()
      await page.getByRole('heading', { level: 2, name: 'Room 101' }).waitFor()
    },
  },
  {
    name: 'places-add',
    heading: 'Places',
    steps: async ({ page, be, admin }) => {
      const { aou } = await makeSite(admin, { aou: 'Reading Hall' })
      await be(asha)
      await go(page, `/dashboard/default/places?place=${aou}`)
      await page.getByRole('button', { name: 'Add room' }).click()
      await page.keyboard.press('Enter')
      await page.getByText('Please enter a name.').waitFor()
    },
  },
  {
    name: 'places-none',
    heading: 'Places',
    steps: async ({ page, be }) => {
      const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }
      await answerCalls(page, '/api/v1/places/tree*', { json: { places: [], ...none } })
      await be(farah)
      await go(page, '/dashboard/default/places')
      await page.getByText('You have no places yet.', { exact: false }).waitFor()
    },
  },
]

/** Real fields would be in the forms of all other scenes. */
const fieldScreens: Scene[] = [
  {
    name: 'own-fields',
    heading: 'Fields',
    steps: async ({ page, be }) => {
      const group = { id: fieldId(9), label: 'Purchase', labelHi: 'खरीद' }
      const fields = [
        aField(1, { type: 'text', label: 'Case Tint', indexed: true, indexState: 'building' }),
        aField(2, {
          type: 'money',
          label: 'Book Value',
          unit: 'INR',
          group,
          required: true,
          seenWith: 'reports',
        }),
        aField(3, { type: 'day', label: 'Old Check', retired: true }),
      ]
      await answerCalls(page, '/api/v1/own-fields/definitions', {
        json: { fields, groups: [group], most: 100 },
      })
      await be(asha)
      await go(page, '/dashboard/default/masters/fields')
      await page.getByText('2 of 100 fields are active').waitFor()
      await page.getByText('Retired fields (1)').click()
    },
  },
  {
    name: 'own-fields-form',
    heading: 'Fields',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, '/dashboard/default/masters/fields')
      await page.getByRole('button', { name: 'Add field' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Choice')
      await dialog.getByRole('button', { name: 'Add choice' }).click()
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await page.getByText('Please enter a name.').waitFor()
    },
  },
]

export const masterScreenScenes: Scene[] = [
  ...fieldScreens,
  ...kinds.map(filled),
  ...placeScreens,
  {
    name: 'master-rooms',
    heading: 'Rooms of Reading Hall',
    steps: async ({ page, be, admin }) => {
      const { aou } = await makeSite(admin, { aou: 'Reading Hall' })
      for (const name of ['Room 101', 'Room 102']) await makeMaster(admin, 'room', { name, parentId: aou })
      await be(asha)
      await go(page, `${addressOf('aou')}?aou=${aou}`)
      await page.getByText('Room 102').waitFor()
    },
  },
  onBrands('none', ({ page }) => go(page, addressOf('brand', 'nothing has this name'))),
  onBrands('errors', ({ page }) => submit(page).click()),
  onBrands('edit', async ({ page }, mark) => {
    await page.getByRole('button', { name: `Edit ${mark} Annex` }).click()
    await page.getByLabel(`Brand Name of ${mark} Annex`).fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Please enter a name.').waitFor()
  }),
  onBrands('delete', ({ page }, mark) =>
    page.getByRole('button', { name: `Delete ${mark} North Wing` }).click(),
  ),
  onBrands('in-use', askAway),
  onBrands('merge', async (stage, mark) => {
    await askAway(stage, mark)
    const { page } = stage
    await page.getByRole('button', { name: 'Merge into another…' }).click()
    await choose(page, page.getByRole('combobox', { name: 'Merge into' }), `${mark} North Wing`)
    await page.getByText('This cannot be undone.', { exact: false }).waitFor()
  }),
  onBrands('read-only', async () => undefined, { who: farah }),
  onBrands(
    'failed',
    async ({ page }) => {
      await answerCalls(page, '/api/v1/masters/brand?*', { status: 500, body: '' })
      await go(page, addressOf('brand'))
      await page.getByRole('alert').waitFor()
    },
    { refused: true },
  ),
  onBrands('shared', async () => undefined, { who: { role: 'user', name: 'Rohan Kulkarni' } }),
  {
    name: 'master-states-fixed',
    heading: 'Asset State Master',
    steps: async ({ page, be }) => {
      await be({ role: 'user', name: 'Rohan Kulkarni' })
      await go(page, addressOf('asset-state', 'Working'))
      await page.getByText('States apply in every place', { exact: false }).waitFor()
    },
  },
  {
    name: 'add-user-limited',
    heading: 'Add New User',
    steps: async ({ page, be, admin }) => {
      const property = await makeMaster(admin, 'property')
      await be({ role: 'user management', name: 'Meera Iyer', places: [property.id] })
      await go(page, '/dashboard/default/users/create-user')
      await page.getByText(`> ${property.name}`, { exact: false }).waitFor()
    },
  },
  {
    name: 'users-approve-limited',
    heading: 'User List',
    steps: async ({ page, be, admin }) => {
      const [name, password] = [newName('Zoya'), 'Copper-Kettle-91']
      const request = { name, email: newEmail(name), location: 'indore', password }
      await admin.call('post', '/api/v1/access-requests', request)
      await be({ role: 'user management', name: 'Meera Iyer', location: 'indore' })
      await go(page, '/dashboard/default/users')
      const approve = page.getByRole('button', { name: `Approve ${name}` })
      const more = page.getByRole('button', { name: /^Show all \d+$/ })
      await approve.or(more).first().waitFor()
      if (await more.isVisible()) await more.click()
      await approve.click()
      await page.getByRole('dialog').getByLabel('Location').waitFor()
    },
  },
  {
    name: 'master-edit-place',
    heading: 'AoU Master',
    steps: async (stage) => {
      const mark = await someOf(stage, 'aou')
      await stage.be(asha)
      await go(stage.page, addressOf('aou', mark))
      await stage.page.getByRole('button', { name: `Edit ${mark} Annex` }).click()
    },
  },
  {
    name: 'master-belongs-to',
    heading: 'Property Master',
    steps: async ({ page, be, admin }) => {
      await makeSite(admin)
      await be(asha)
      await go(page, addressOf('property'))
      await parentField(page).fill('MM North')
      await page.getByRole('listbox').getByText('MM North').first().waitFor()
    },
  },
  {
    name: 'add-user-places',
    heading: 'Add New User',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, '/dashboard/default/users/create-user')
      const places = page.getByRole('combobox', { name: 'Places the person can see' })
      await choose(page, places, 'MM North')
      await places.fill('MM South')
      await page.getByRole('listbox').getByText('MM South').first().waitFor()
    },
  },
]
