import { expect, type Page } from '@playwright/test'
import { type Asset, makeAsset } from './assets.ts'
import { choices, choose, type Master, makeMaster } from './masters.ts'
import { type Hand, newName } from './people.ts'

export type Estate = {
  property: Master
  aou: Master
  rooms: [Master, Master]
  /** One asset in each room, with the same name as the asset of the property next door. */
  assets: [Asset, Asset]
  nextDoor: { property: Master; room: Master; asset: Asset }
}

const below = async (admin: Hand, property: Master, hall: string) =>
  makeMaster(admin, 'aou', { name: newName(hall), parentId: property.id })

/** Two properties of one MM: a person of the first must never see anything of the second. */
export async function makeEstate(admin: Hand): Promise<Estate> {
  const mm = await makeMaster(admin, 'mm', { name: newName('Campus') })
  const [property, other] = [
    await makeMaster(admin, 'property', { name: newName('Mill'), parentId: mm.id }),
    await makeMaster(admin, 'property', { name: newName('Barn'), parentId: mm.id }),
  ]
  const [aou, away] = [await below(admin, property, 'Hall'), await below(admin, other, 'Loft')]
  const room = (parent: Master, name: string) =>
    makeMaster(admin, 'room', { name: newName(name), parentId: parent.id })
  const rooms: Estate['rooms'] = [await room(aou, 'Store'), await room(aou, 'Office')]
  const far = await room(away, 'Attic')
  const assetName = newName('Bench')
  const at = ({ id }: Master) => makeAsset(admin, { assetName, placeId: id })
  return {
    ...{ property, aou, rooms },
    assets: [await at(rooms[0]), await at(rooms[1])],
    nextDoor: { property: other, room: far, asset: await at(far) },
  }
}

/** A role with these permissions that does not see every place. */
export async function makeRole(admin: Hand, name: string, permissions: string[]): Promise<string> {
  const roleName = newName(name)
  await admin.call('post', '/api/v1/roles', { roleName, permissions })
  return roleName.toLowerCase()
}

type Scanned = { tag: string; name: string; room: Master; refused: Master }

/** In the form that a scan opened: a room out of scope is not offered, one in scope is. */
export async function registerScanned(page: Page, { tag, name, room, refused }: Scanned) {
  await expect(page.getByRole('textbox', { name: 'RFID Tag' })).toHaveValue(tag)
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(name)
  const place = page.getByRole('combobox', { name: 'Place' })
  await place.fill(refused.name)
  await expect(choices(page)).toHaveText(['Nothing found'])
  await choose(page, place, room.name)
  await page.getByRole('button', { name: 'Register Asset' }).click()
  await expect(page.getByText('Asset Registered Successfully!')).toBeVisible()
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

export async function menuEntries(page: Page): Promise<string[]> {
  await page.goto('/dashboard/default')
  await expect(menu(page).getByRole('button', { name: 'Masters' })).toBeVisible()
  const groups = await menu(page).getByRole('button', { expanded: false }).allTextContents()
  const found: string[] = []
  for (const group of groups) {
    await menu(page).getByRole('button', { name: group, exact: true }).click()
    const links = menu(page).getByRole('list').getByRole('list').getByRole('link')
    await expect(links.first()).toBeVisible()
    for (const link of await links.all()) found.push((await link.getAttribute('href')) ?? '')
  }
  return [...new Set(found)]
}

/** Opens each address: every screen shows its title, and the server rejects no request. */
export async function openAll(page: Page, addresses: string[]): Promise<void> {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    await expect(page.locator('[aria-busy=true]').or(page.getByText('Loading...')), address).toHaveCount(0)
    await expect(page, address).not.toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { name: 'Page not found' }), address).toHaveCount(0)
    await expect(page.getByRole('alert'), address).toHaveCount(0)
  }
  expect(refused).toEqual([])
}

/** The palette finds nothing for these words that this person could open. */
export async function findNothing(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  const box = page.getByRole('combobox', { name: /^Search screens/ })
  await expect(box).toBeFocused()
  await box.fill(words)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
}
