import { requestsFor } from '../support/state-changes.ts'
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
    ],
  },
]
