import type { Page } from '@playwright/test'
import { newTag } from './assets.ts'
import { type Hand, newName } from './people.ts'

type Import = { import: { _id: string } }

/**
 * Imports more assets with one name than a single request accepts, into Indore or an MM there; returns the
 * name.
 */
export async function importAssets(admin: Hand, count: number, mm = ''): Promise<string> {
  const name = newName('Many')
  const lines = Array.from({ length: count }, () => `${newTag()},${name},Indore,${mm}`)
  const file = Buffer.from(['RFID Tag,Asset Name,City,MM', ...lines].join('\r\n'))
  const { import: made } = (await admin.call('post', '/api/v1/imports?fileName=many.csv', file)) as Import
  await untilImport(admin, made._id, 'ready')
  await admin.call('post', `/api/v1/imports/${made._id}/apply`)
  await untilImport(admin, made._id, 'done')
  return name
}

async function untilImport(admin: Hand, id: string, status: string) {
  for (let tries = 0; tries < 300; tries += 1) {
    const now = (await admin.call('get', `/api/v1/imports/${id}`)) as { status: string }
    if (now.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The import did not get to ${status}`)
}

type Job = { _id: string }

/** Makes the page see only these jobs. */
export async function showJobs(page: Page, jobs: Job[]) {
  await page.route('**/api/v1/notifications/shown', (route) => route.fulfill({ json: {} }))
  await page.route(/\/api\/v1\/bulk-jobs/, (route) => {
    const id = /bulk-jobs\/([\w-]+)/.exec(route.request().url())?.[1]
    return route.fulfill({ json: id === undefined ? { jobs } : jobs.find(({ _id }) => _id === id) })
  })
}
