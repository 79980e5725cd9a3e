import type { Page } from '@playwright/test'
import {
  inventoryAddress,
  makeCounting,
  makeReviewed,
  planInventory,
  reportAddress,
  tagsAddress,
} from '../support/inventories.ts'
import { answerCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const report = 'Physical Inventory Report'
const page = { totalIsExact: true, from: 1, previous: null, next: null, last: null }

type Figures = [total: number | null, found: number | null, access: number | null]

/** Inventories of parallel tests must not appear in the screenshot. */
const listed = (
  at: number,
  status: string,
  [total, found, access]: Figures,
  dueOn: string | null = null,
) => ({
  ...{ _id: `00000000-0000-4000-8000-00000000000${at}`, id: 8 - at, inventoryId: `INV-2026-000${8 - at}` },
  ...{
    status,
    blind: at === 1,
    dueOn,
    placeId: '00000000-0000-4000-8000-000000000009',
    createdBy: 'Asha Rao',
  },
  inventoryDate: total === null ? null : `2026-0${8 - at}-05T04:30:00.000Z`,
  ...{ mm: at === 2 ? 'All' : 'MM North', property: at === 2 ? 'All' : 'Indore Head Office' },
  placeNames: at === 2 ? ['Indore'] : ['Indore', 'MM North', 'Indore Head Office'],
  ...{ total, found, access, notFound: total === null || total === undefined ? null : total - (found ?? 0) },
})
const open = [
  listed(1, 'planned', [null, null, null], '2031-04-30'),
  listed(2, 'counting', [12_480, 8_130, 14], '2026-01-31'),
  listed(3, 'review', [312, 305, 2]),
]
const closed = [listed(4, 'approved', [298, 297, 0]), listed(5, 'cancelled', [298, 40, 1])]

async function openReport({ page: screen, be }: SceneStage, inventories: object[]) {
  await be(asha)
  await screen.route('**/api/v1/inventories?*', (route) => {
    const rows = route.request().url().includes('status=open') ? inventories.slice(0, 3) : inventories
    return route.fulfill({ json: { ...page, inventories: rows, total: rows.length } })
  })
  await go(screen, reportAddress)
}

/** Realistic names; only the place differs between stories. */
const scene = (
  name: string,
  make: (stage: SceneStage) => Promise<{ inventory: { _id: string; inventoryId: string } }>,
  then: (screen: Page) => Promise<unknown>,
): Scene => ({
  name,
  heading: /^(Physical Inventory Report )?INV-\d{4}-\d{4,}$/,
  steps: async (stage) => {
    const { inventory } = await make(stage)
    await stage.be(asha)
    await go(stage.page, inventoryAddress(inventory._id))
    await then(stage.page)
  },
})

const review = ({ admin, page: { request } }: SceneStage) => makeReviewed(admin, request)
const reviewed = once(review)
/** Somebody else made the proposal that the person approves. */
const propose = async (stage: SceneStage) => {
  const made = await review(stage)
  const body = { filter: { class: 'misplaced' }, resolution: { action: 'move-here' } }
  await stage.admin.call('post', `/api/v1/inventories/${made.inventory._id}/resolutions`, body)
  return made
}
const proposed = once(propose)
const counted = once(({ admin, page: { request } }: SceneStage) =>
  makeCounting(admin, request, { unsent: 12, name: newName('Meera') }),
)

const press = (screen: Page, name: string) => screen.getByRole('button', { name, exact: true }).click()

export const inventoryScreens: Scene[] = [
  {
    name: 'inventories',
    heading: report,
    steps: async (stage) => {
      await openReport(stage, [...open, ...closed])
      await stage.page.getByRole('link', { name: 'INV-2026-0004' }).waitFor()
    },
  },
  {
    name: 'inventories-none',
    heading: report,
    steps: async (stage) => {
      await openReport(stage, [])
      await stage.page.getByText('No inventory yet').waitFor()
    },
  },
  {
    name: 'inventory-new',
    heading: report,
    steps: async (stage) => {
      await openReport(stage, closed)
      await press(stage.page, 'New inventory')
      await press(stage.page, 'Plan inventory')
      await stage.page.getByRole('alert').waitFor()
    },
  },
  scene(
    'inventory-planned',
    async ({ admin }) => {
      const { cities } = (await admin.call('get', '/api/v1/places/cities')) as { cities: { _id: string }[] }
      return { inventory: await planInventory(admin, cities[0]?._id ?? '', { dueOn: '2031-04-30' }) }
    },
    (screen) => screen.getByText('Nothing is counted yet.').waitFor(),
  ),
  scene('inventory-counting', counted, (screen) => screen.getByText('12 reads not sent yet').waitFor()),
  scene('inventory-end', counted, async (screen) => {
    await press(screen, 'End counting')
    await screen.getByRole('dialog').getByRole('checkbox').waitFor()
  }),
  scene('inventory-review', reviewed, (screen) => screen.getByText('1-5 of 5').waitFor()),
  scene('inventory-selected', reviewed, async (screen) => {
    await screen.getByText('1-5 of 5').waitFor()
    for (const row of await screen.getByRole('checkbox', { name: /^Select (Projector|Four)/ }).all())
      await row.check()
    await screen.getByRole('button', { name: 'Undo proposal', exact: true }).waitFor()
  }),
  scene('inventory-propose', reviewed, async (screen) => {
    await screen.getByRole('button', { name: /^Propose for (Unknown|E2)/ }).click()
    await screen.getByRole('radio', { name: 'Attach to an asset' }).check()
    await press(screen, 'Propose')
    await screen.getByRole('alert').waitFor()
  }),
  scene('inventory-approve', proposed, async (screen) => {
    await press(screen, 'Approve')
    await screen.getByText('These changes will be applied:').waitFor()
  }),
  scene('inventory-approved', propose, async (screen) => {
    await press(screen, 'Approve')
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabel('Why is it approved nevertheless?').fill('The search goes on.')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await screen.getByText('1-7 of 7').waitFor()
  }),
  scene('inventory-print', reviewed, async (screen) => {
    await screen.getByRole('link', { name: 'Print', exact: true }).click()
    await screen.getByRole('table', { name: /^Misplaced/ }).waitFor()
  }),
  {
    name: 'unknown-tags',
    heading: 'Unknown Tags',
    steps: async ({ page: screen, admin, be }) => {
      const { site } = await makeCounting(admin, screen.request)
      await be(asha)
      await go(screen, tagsAddress(site.unknown))
      await screen.getByRole('button', { name: /^More actions/ }).waitFor()
    },
  },
  {
    name: 'unknown-tags-none',
    heading: 'Unknown Tags',
    steps: async ({ page: screen, be }) => {
      await be(asha)
      const none = { unknownTags: [], ...page, from: 0, total: 0 }
      await answerCalls(screen, '**/api/v1/unknown-tags?*', { json: none })
      await go(screen, tagsAddress())
      await screen.getByText('Every tag that was read belongs to an asset.').waitFor()
    },
  },
]
