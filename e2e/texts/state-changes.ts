import { holdCalls } from '../support/network.ts'
import { queueFor, requestsFor } from '../support/state-changes.ts'
import type { Scene } from './scene.ts'

export const stateChangeScenes: Scene[] = [
  {
    screen: 'Asset State Change Request',
    moments: [
      {
        when: 'nothing is found',
        steps: async ({ page, enter }) => {
          await enter({ role: 'admin' })
          await page.goto(requestsFor('nothing is called so'))
        },
        rows: [[8, 'There are no records to display']],
      },
      {
        when: 'the requests take long',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/state-changes?*')
          await page.goto(requestsFor(''))
        },
        rows: [[8, 'Loading...']],
      },
      {
        when: 'the queue takes long',
        steps: ({ page }) => page.goto(queueFor('')),
        rows: [[8, 'Loading...']],
      },
    ],
  },
]
