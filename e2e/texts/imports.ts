import { bulkScreen, chairs, chooseAndUpload } from '../support/imports.ts'
import type { Scene } from './scene.ts'

export const importScenes: Scene[] = [
  {
    screen: 'Bulk Asset Registration',
    when: 'opened',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(bulkScreen)
    },
    rows: [
      [5, 'Dashboard > Manage Asset', 'crumbs'],
      [2, 'Bulk Asset Registration'],
      [5, /^Download sample file$/],
      [5, /^Choose file$/],
      [5, 'Upload'],
    ],
  },
  {
    screen: 'Bulk Asset Registration',
    when: 'nothing was chosen',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(bulkScreen)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
    },
    rows: [[5, 'Please select a file to upload.']],
  },
  {
    screen: 'Bulk Asset Registration',
    when: 'a file was uploaded',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(bulkScreen)
      await chooseAndUpload(page, chairs(1))
    },
    rows: [[9, 'File uploaded: chairs.csv']],
  },
]
