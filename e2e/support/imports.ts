import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Asset } from './assets.ts'
import type { Hand } from './people.ts'

export const bulkScreen = '/dashboard/default/manage-asset/bulk-asset-registration'

export const newTag = () => `E280${randomBytes(10).toString('hex').toUpperCase()}`

/** A file as a spreadsheet saves it. */
export const csvFile = (lines: string[][], name = 'chairs.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n')),
})

const headers = ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Model']

/** So many chairs in Indore, each with a tag of its own. */
export const chairs = (count: number, ...more: string[][]) =>
  csvFile([
    headers,
    ...Array.from({ length: count }, () => [newTag(), 'Office Chair', 'Indore', 'Working', '']),
    ...more,
  ])

export async function chooseAndUpload(page: Page, file: ReturnType<typeof csvFile>) {
  await page.getByLabel('Choose file').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

/** Files of so many chairs in Indore, and their tags. */
export function taggedChairs(count: number) {
  const tags = Array.from({ length: count }, newTag)
  return {
    tags,
    file: csvFile([headers, ...tags.map((tag) => [tag, 'Office Chair', 'Indore', 'Working', ''])]),
  }
}

/** Uploads and applies a file of new assets. */
export async function importNew(page: Page, file: ReturnType<typeof csvFile>, count: number) {
  await page.goto(bulkScreen)
  await chooseAndUpload(page, file)
  const assets = count === 1 ? '1 asset' : `${count} assets`
  await page.getByRole('button', { name: `Register ${assets}` }).click()
  await page.getByText(`${assets} registered`).waitFor()
}

/** Somebody changes the asset with this tag. */
export async function changeAsset(admin: Hand, tag: string): Promise<Asset> {
  const { assets } = (await admin.call('get', `/api/v1/assets/find?code=${tag}`)) as { assets: Asset[] }
  const [asset] = assets
  if (asset === undefined) throw new Error(`There is no asset with the tag ${tag}`)
  await admin.call('put', `/api/assets/${asset._id}`, { model: 'Changed since' })
  return asset
}

export async function undoImport(page: Page) {
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
}

/** Holds the worker's progress back: the page sees the import as it was, with the change, until let go. */
export async function freezeImport(page: Page, change: object) {
  let seen: object | undefined
  await page.route('**/api/v1/imports/*-*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    seen ??= (await (await route.fetch()).json()) as object
    // The page may be gone by now: it asks every second.
    return route.fulfill({ json: { ...seen, ...change } }).catch(() => undefined)
  })
  return () => page.unroute('**/api/v1/imports/*-*')
}
