import { holdCalls } from '../support/network.ts'
import { queueFor, requestsFor } from '../support/state-changes.ts'
import { go } from '../support/within.ts'
import type { Scene } from './scene.ts'

export const stateChangeScenes: Scene[] = [
  {
    screen: 'Asset State Change Request',
    moments: [
      {
        when: 'nothing is found',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await go(page, requestsFor('nothing is called so'))
        },
        rows: [[8, 'There are no records to display']],
      },
      {
        when: 'the requests take long',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/state-changes?*')
          await go(page, requestsFor(''))
        },
        rows: [[8, 'Loading...']],
      },
      {
        when: 'the queue takes long',
        steps: ({ page }) => go(page, queueFor('')),
        rows: [[8, 'Loading...']],
      },
    ],
  },
]
