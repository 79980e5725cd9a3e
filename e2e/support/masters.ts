import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { type Hand, newName } from './people.ts'

/** The screens of the masters: title, path, and label of the input. */
export const masterScreens = {
  mm: { title: 'MM Master', path: 'mm-master', field: 'MM Name' },
  property: { title: 'Property Master', path: 'property-master', field: 'Property Name' },
  aou: { title: 'AoU Master', path: 'aou-master', field: 'AoU Name' },
  'asset-name': { title: 'Asset Name Master', path: 'asset-name-master', field: 'Asset Name' },
  city: { title: 'City Master', path: 'city-master', field: 'City Name' },
  'asset-state': { title: 'Asset State Master', path: 'asset-state-master', field: 'State Name' },
  vendor: { title: 'Vendor Master', path: 'vendor-master', field: 'Vendor Name' },
  brand: { title: 'Brand Master', path: 'brand-master', field: 'Brand Name' },
} as const
export type MasterScreen = keyof typeof masterScreens
type MasterKind = MasterScreen | 'room'

export type Master = { id: string; name: string; parentId: string | null; path: string }

const parents: Partial<Record<MasterKind, 'city' | 'mm' | 'property' | 'aou'>> = {
  mm: 'city',
  property: 'mm',
  aou: 'property',
  room: 'aou',
}
export const parentOf = (kind: MasterKind) => parents[kind]

export const addressOf = (kind: MasterScreen, search = '', location = 'default') =>
  `/dashboard/${location}/masters/${masterScreens[kind].path}${search && `?search=${encodeURIComponent(search)}`}`

async function indore(admin: Hand): Promise<string | undefined> {
  const { cities } = (await admin.call('get', '/api/v1/places/cities')) as {
    cities: { _id: string; location: string }[]
  }
  return cities.find(({ location }) => location === 'indore')?._id
}

type Wish = { name?: string; parentId?: string | undefined }

/** A record of the master; by default a place gets a new parent in Indore. */
export async function makeMaster(admin: Hand, kind: MasterKind, wish: Wish = {}): Promise<Master> {
  const parent = parentOf(kind)
  const parentId = wish.parentId ?? (parent && (await newParent(admin, parent)))
  const body = { name: wish.name ?? newName(kind), parentId }
  return (await admin.call('post', `/api/v1/masters/${kind}`, body)) as Master
}

const newParent = async (admin: Hand, kind: MasterScreen): Promise<string | undefined> =>
  kind === 'city' ? indore(admin) : (await makeMaster(admin, kind)).id

type SiteKind = 'mm' | 'property' | 'aou'

/** A place of each kind in Indore, one below the other; the lowest gets the given name. */
export async function makeSite(admin: Hand, names: { aou?: string } = {}): Promise<Record<SiteKind, string>> {
  const mm = await makeMaster(admin, 'mm', { name: newName('Campus') })
  const property = await makeMaster(admin, 'property', { name: newName('Tower'), parentId: mm.id })
  const aou = await makeMaster(admin, 'aou', { name: names.aou ?? newName('Hall'), parentId: property.id })
  return { mm: mm.id, property: property.id, aou: aou.id }
}

/** An asset that uses the given records, so that they are in use. */
export async function useInAsset(admin: Hand, uses: Record<string, string>): Promise<void> {
  const rfidTag = `E2${randomBytes(11).toString('hex').toUpperCase()}`
  const asset = { rfidTag, assetName: newName('Chair'), location: 'indore', ...uses }
  await admin.call('post', '/api/assets/register', asset)
}

export const nameField = (page: Page, kind: MasterScreen) =>
  page.getByLabel(masterScreens[kind].field, { exact: true })
export const parentField = (page: Page) => page.getByRole('combobox', { name: 'Belongs To', exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
export const rowsOf = (page: Page, title: string) =>
  page.getByRole('table', { name: title }).locator('tbody').getByRole('row')

/** The number of uses in the row. */
export const usesIn = (row: Locator) => row.locator('[data-align="end"]')

export const choices = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Searches for an option of a select and chooses it. */
export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await choices(page).filter({ hasText: name }).first().click()
}
