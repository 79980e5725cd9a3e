import { makeAsset } from '../support/assets.ts'
import { askFor, queueFor, requestsFor } from '../support/state-changes.ts'
import type { Stage } from '../support/story.ts'
import type { Scene } from './scene.ts'

async function open({ page, enter, admin }: Stage, address: (text: string) => string) {
  const asset = await makeAsset(admin)
  await askFor(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto(address(asset.assetName))
  await page.getByText(asset.assetTagId).first().waitFor()
}

export const stateChangeScenes: Scene[] = [
  {
    screen: 'Asset State Change Request',
    when: 'opened',
    steps: (stage) => open(stage, requestsFor),
    rows: [
      [2, 'Dashboard > Manage Asset > Asset State Change Request', 'crumbs'],
      [2, 'Id'],
      [2, 'RFID Tag Id'],
      [2, 'Asset Tag Id'],
      [2, 'Current State'],
      [2, 'New State'],
      [2, 'Created By'],
      [2, 'Created At'],
      [4, 'Working'],
      [4, 'Not-Working'],
      [9, 'Rows per page:'],
      [9, '1-1 of 1'],
    ],
  },
  {
    screen: 'Asset State Change Request',
    when: 'nothing is found',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(requestsFor('nothing is called so'))
    },
    rows: [[8, 'There are no records to display']],
  },
  {
    screen: 'Manage Assets',
    when: 'opened',
    steps: (stage) => open(stage, queueFor),
    rows: [
      [2, 'Manage Assets'],
      [2, 'Accept'],
      [2, 'Deny'],
      [9, 'Rows per page:'],
    ],
  },
]
