import { addressOf } from '../support/masters.ts'
import { holdCalls } from '../support/network.ts'
import { go } from '../support/within.ts'
import type { Scene } from './scene.ts'

export const masterScenes: Scene[] = [
  {
    screen: 'Masters',
    moments: [
      {
        when: 'the states of the product are looked for',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await go(page, `${addressOf('asset-state')}?size=30&sort=createdAt`)
        },
        rows: [
          [4, 'Working'],
          [4, 'Not-Working'],
          [4, 'UP'],
        ],
      },
      {
        when: 'the locations are looked for',
        steps: ({ page }) => go(page, `${addressOf('city')}?size=30&sort=createdAt`),
        rows: [
          [9, 'Indore'],
          [9, 'Mumbai'],
          [9, 'Bangalore'],
          [9, 'Delhi'],
          [9, 'Pune'],
        ],
      },
      {
        when: 'the vendors are being asked for',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/masters/vendor?*')
          await go(page, addressOf('vendor'))
        },
        rows: [[8, 'Loading...']],
      },
    ],
  },
]
