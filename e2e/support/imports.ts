import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Asset } from './assets.ts'
import type { Hand } from './people.ts'

export const bulkScreen = '/dashboard/default/manage-asset/bulk-asset-registration'

export const newTag = () => `E280${randomBytes(10).toString('hex').toUpperCase()}`

/** A CSV file as a spreadsheet saves it. */
export const csvFile = (lines: string[][], name = 'chairs.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n')),
})

const headers = ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Model']

/** This many chairs in Indore, each with its own tag. */
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

/** A file of this many chairs in Indore, and their tags. */
export function taggedChairs(count: number) {
  const tags = Array.from({ length: count }, newTag)
  return {
    tags,
    file: csvFile([headers, ...tags.map((tag) => [tag, 'Office Chair', 'Indore', 'Working', ''])]),
  }
}

export async function importNew(page: Page, file: ReturnType<typeof csvFile>, count: number) {
  await page.goto(bulkScreen)
  await chooseAndUpload(page, file)
  const assets = count === 1 ? '1 asset' : `${count} assets`
  await page.getByRole('button', { name: `Register ${assets}` }).click()
  await page.getByText(`${assets} registered`).waitFor()
}

/** Somebody else changes the asset with this tag. */
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

/** Freezes the progress of an import: the page sees it as it was, with the change, until released. */
export async function freezeImport(page: Page, change: object) {
  let seen: object | undefined
  await page.route('**/api/v1/imports/*-*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    seen ??= (await (await route.fetch()).json()) as object
    // The page polls every second and may be closed by now.
    return route.fulfill({ json: { ...seen, ...change } }).catch(() => undefined)
  })
  return () => page.unroute('**/api/v1/imports/*-*')
}
