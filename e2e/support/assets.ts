import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Hand, newName } from './people.ts'
import { picture } from './pictures.ts'

export type Asset = {
  _id: string
  rfidTag: string | null
  assetTagId: string
  assetName: string
  serialNo: string | null
}

type Wish = Partial<Record<'rfidTag' | 'assetName' | 'location' | 'placeId' | 'assignedUser', string>> &
  Partial<Record<'brand' | 'model' | 'serialNo' | 'vendor', string>>

/** A tag that no asset carries, outside the GS1 schemes. */
export const newTag = () => `E2${randomBytes(11).toString('hex').toUpperCase()}`

const whole = ({
  rfidTag = newTag(),
  assetName = newName('Chair'),
  location = 'indore',
  ...rest
}: Wish = {}) => ({ rfidTag, assetName, location, ...rest })

export async function makeAsset(admin: Hand, wish?: Wish): Promise<Asset> {
  const { asset } = (await admin.call('post', '/api/assets/register', whole(wish))) as { asset: Asset }
  return asset
}

export async function makePicturedAsset(admin: Hand, wish?: Wish): Promise<Asset> {
  const form = { ...whole(wish), image: picture }
  const { asset } = (await admin.form('/api/assets/register', form)) as { asset: Asset }
  return asset
}

/** Several assets with one name, which a search finds exclusively. */
export async function makeAssets(admin: Hand, count: number, wish?: Wish): Promise<Asset[]> {
  const assetName = newName('Set')
  const made: Asset[] = []
  for (let index = 0; index < count; index += 1) made.push(await makeAsset(admin, { assetName, ...wish }))
  return made
}

export const binAssets = (admin: Hand, assets: Asset[], reason = 'Worn out') =>
  admin.call('post', '/api/v1/assets/bulk', { action: 'delete', ids: assets.map(({ _id }) => _id), reason })

export async function placeAt(admin: Hand, path: string): Promise<{ _id: string; name: string }> {
  const { places } = (await admin.call('get', `/api/v1/places?search=${encodeURIComponent(path)}`)) as {
    places: { _id: string; name: string; path: string }[]
  }
  const place = places.find((one) => one.path === path)
  if (place === undefined) throw new Error(`There is no place ${path}`)
  return place
}

/** The name with the tag ID, where the name alone would be ambiguous. */
export const titleOf = ({ assetName, assetTagId }: Asset) => `${assetName} ${assetTagId}`

export const viewAssets = '/dashboard/default/manage-asset/view-assets'

export const listOf = (text: string) => `${viewAssets}?search=${encodeURIComponent(text)}`

/** Without the skeleton rows shown while loading. */
export const assetRows = (page: Page, table = 'View Assets') =>
  page
    .getByRole('table', { name: table })
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })

export const panelOf = (page: Page, { assetName }: Asset) =>
  page.getByRole('dialog', { name: assetName, exact: true })

/** On a narrow screen the actions of the first card are collapsed; in the table they are always visible. */
export async function unfoldCard(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Show all \d+ fields|Edit .* A\d+)$/ })
    .first()
    .waitFor()
  const folded = page.getByRole('button', { name: /^Show all \d+ fields$/ }).first()
  if (await folded.isVisible()) await folded.click()
}
