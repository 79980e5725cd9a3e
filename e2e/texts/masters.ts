import { addressOf, type MasterScreen, makeMaster, masterScreens } from '../support/masters.ts'
import { holdCalls } from '../support/network.ts'
import type { Scene } from './scene.ts'

const kinds = Object.keys(masterScreens) as MasterScreen[]

/** The section calls the column 'name'; each screen says whose name it is. */
const filled = (kind: MasterScreen): Scene => ({
  screen: masterScreens[kind].title,
  when: 'opened',
  steps: async ({ page, enter, admin }) => {
    const { name } = await makeMaster(admin, kind)
    await enter({ role: 'admin' })
    await page.goto(addressOf(kind, name))
  },
  rows: [
    [2, `Dashboard > Masters > ${masterScreens[kind].title}`, 'crumbs'],
    [2, masterScreens[kind].title],
    [2, masterScreens[kind].field],
    [2, 'Submit'],
    [2, 'Sl No'],
    [2, 'ID'],
    [2, 'Created By'],
    [2, 'Action'],
    [2, 'Edit'],
    [2, 'Delete'],
    [2, 'Previous'],
    [2, 'Next'],
    [9, 'Showing 1 to 1 of 1 entries'],
    [9, 'Rows per page:'],
  ],
})

export const masterScenes: Scene[] = [
  ...kinds.map(filled),
  {
    screen: 'Asset State Master',
    when: 'the states of the product are looked for',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(`${addressOf('asset-state')}?size=30&sort=createdAt`)
    },
    rows: [
      [4, 'Working'],
      [4, 'Not-Working'],
      [4, 'UP'],
    ],
  },
  {
    screen: 'City Master',
    when: 'the locations are looked for',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(`${addressOf('city')}?size=30&sort=createdAt`)
    },
    rows: [
      [9, 'Indore'],
      [9, 'Mumbai'],
      [9, 'Bangalore'],
      [9, 'Delhi'],
      [9, 'Pune'],
    ],
  },
  {
    screen: 'Brand Master',
    when: 'nothing is found',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(addressOf('brand', 'nothing has this name'))
    },
    rows: [[8, 'There are no records to display']],
  },
  {
    screen: 'Vendor Master',
    when: 'the records are being asked for',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await holdCalls(page, '/api/v1/masters/vendor?*')
      await page.goto(addressOf('vendor'))
    },
    rows: [[8, 'Loading...']],
  },
]
