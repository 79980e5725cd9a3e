import type { Page } from '@playwright/test'
import { pressOn, tabTo } from '../support/keyboard.ts'
import {
  addressOf,
  choices,
  choose,
  makeMaster,
  nameField,
  rowsOf,
  submit,
  useInAsset,
  usesIn,
} from '../support/masters.ts'
import { breakCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const inUse = (page: Page, name: string) => page.getByRole('dialog', { name: `${name} is in use` })
const merging = (page: Page, name: string) => page.getByRole('dialog', { name: `Merge ${name}` })
const into = (page: Page) => page.getByRole('combobox', { name: 'Merge into' })

/** Opens the dialog that merges the record, by way of trying to delete it. */
async function askToMerge(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await inUse(page, name).getByRole('button', { name: 'Merge into another…' }).click()
}

for (const [kind, field, title] of [
  ['asset-name', 'assetName', 'Asset Name Master'],
  ['asset-state', 'assetState', 'Asset State Master'],
  ['vendor', 'vendor', 'Vendor Master'],
  ['brand', 'brand', 'Brand Master'],
] as const)
  test(`${title}: a record in use is not deleted but merged into another`, async ({ page, enter, admin }) => {
    const mark = newName('Merged')
    const old = await makeMaster(admin, kind, { name: `${mark} Old` })
    const kept = await makeMaster(admin, kind, { name: `${mark} Kept` })
    for (let asset = 0; asset < 2; asset += 1) await useInAsset(admin, { [field]: old.name })
    await enter({ role: 'admin' })
    await page.goto(addressOf(kind, mark))
    const row = (name: string) => rowsOf(page, title).filter({ hasText: name })
    await expect(usesIn(row(old.name))).toHaveText('2')
    await page.getByRole('button', { name: `Delete ${old.name}` }).click()
    await expect(inUse(page, old.name)).toContainText('Uses now: 2.')
    await inUse(page, old.name).getByRole('button', { name: 'Merge into another…' }).click()
    await choose(page, into(page), kept.name)
    await expect(merging(page, old.name).getByRole('status')).toContainText(
      `Every asset with ${old.name} will have ${kept.name} instead (uses now: 2)`,
    )
    await merging(page, old.name).getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText(`"${old.name}" merged into "${kept.name}". Assets changed: 2.`)).toBeVisible()
    await expect(rowsOf(page, title)).toHaveCount(1)
    await expect(usesIn(row(kept.name))).toHaveText('2')
  })

test('a place takes over what is below another', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const mark = newName('Merged')
  const old = await makeMaster(admin, 'mm', { name: `${mark} Old` })
  const kept = await makeMaster(admin, 'mm', { name: `${mark} Kept` })
  const property = await makeMaster(admin, 'property', { parentId: old.id })
  await useInAsset(admin, { placeId: property.id })
  await enter({ role: 'admin' })
  await page.goto(addressOf('mm', mark))
  await askToMerge(page, old.name)
  await choose(page, into(page), kept.name)
  await expect(merging(page, old.name)).toContainText('This cannot be undone.')
  await merging(page, old.name).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(`"${old.name}" merged into "${kept.name}".`, { exact: false })).toBeVisible()
  await page.goto(addressOf('property', property.name))
  await expect(page.getByText(`Indore > ${kept.name}`).first()).toBeVisible()
})

test('two places that hold one of the same name are not merged', async ({ page, enter, admin }) => {
  const mark = newName('Twins')
  const [old, kept] = [
    await makeMaster(admin, 'mm', { name: `${mark} Old` }),
    await makeMaster(admin, 'mm', { name: `${mark} Kept` }),
  ]
  for (const { id } of [old, kept]) await makeMaster(admin, 'property', { name: mark, parentId: id })
  await enter({ role: 'admin' })
  await page.goto(addressOf('mm', mark))
  await askToMerge(page, old.name)
  const dialog = merging(page, old.name)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please choose another record of the same kind.')
  await expect(into(page)).toBeFocused()
  await choose(page, into(page), kept.name)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Both hold a place of the same name. Merge or rename those first.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page, 'MM Master')).toHaveCount(2)
})

test('merging with the keyboard alone', async ({ page, enter, admin }) => {
  const mark = newName('Keys')
  const old = await makeMaster(admin, 'brand', { name: `${mark} Old` })
  const kept = await makeMaster(admin, 'brand', { name: `${mark} Kept` })
  await useInAsset(admin, { brand: old.name })
  await enter({ role: 'admin' })
  await page.goto(addressOf('brand', mark))
  await pressOn(page, page.getByRole('button', { name: `Delete ${old.name}` }))
  await expect(inUse(page, old.name).getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Delete ${old.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, inUse(page, old.name).getByRole('button', { name: 'Merge into another…' }))
  await page.keyboard.press('Enter')
  await expect(into(page)).toBeFocused()
  await page.keyboard.type(kept.name)
  await expect(choices(page).filter({ hasText: kept.name })).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, merging(page, old.name).getByRole('button', { name: 'Merge', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Assets changed: 1.', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a record that came into use meanwhile is kept and shows how often', async ({ page, enter, admin }) => {
  const { name } = await makeMaster(admin, 'vendor')
  await enter({ role: 'admin' })
  await page.goto(addressOf('vendor', name))
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await useInAsset(admin, { vendor: name })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(inUse(page, name)).toContainText('Uses now: 1.')
})

test('a merge that fails says so and can be tried again', async ({ page, enter, admin }) => {
  const mark = newName('Failed')
  const old = await makeMaster(admin, 'brand', { name: `${mark} Old` })
  const kept = await makeMaster(admin, 'brand', { name: `${mark} Kept` })
  await useInAsset(admin, { brand: old.name })
  await enter({ role: 'admin' })
  await breakCalls(page, '/api/v1/masters/brand/*/merge')
  await page.goto(addressOf('brand', mark))
  await askToMerge(page, old.name)
  await choose(page, into(page), kept.name)
  const dialog = merging(page, old.name)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to merge the records.')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Assets changed: 1.', { exact: false })).toBeVisible()
})

test('someone of one city adds to what everyone shares, and is told who may change it', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const mark = newName('Shared')
  const { name } = await makeMaster(admin, 'brand', { name: `${mark} Kept` })
  await enter({ role: 'user', location: 'indore' })
  await page.goto(addressOf('brand', mark))
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(
    page.getByText('someone who sees every place has to change or delete', { exact: false }),
  ).toBeVisible()
  await nameField(page, 'brand').fill(`${mark} Added`)
  await submit(page).click()
  await expect(page.getByText(`${mark} Added`, { exact: true })).toBeVisible()
  for (const action of ['Edit', 'Delete'])
    await expect(page.getByRole('button', { name: new RegExp(`^${action} ${mark}`) })).toHaveCount(0)
})

test('someone of one city only reads the states', async ({ page, enter, admin }) => {
  const { name } = await makeMaster(admin, 'asset-state')
  await enter({ role: 'user', location: 'indore' })
  await page.goto(addressOf('asset-state', name))
  await expect(rowsOf(page, 'Asset State Master')).toHaveCount(1)
  await expect(page.getByText('States count in every place', { exact: false })).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0)
})
