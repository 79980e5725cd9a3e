import type { Page } from '@playwright/test'
import { addressOf, choose, makeMaster, rowsOf, useInAsset, usesIn } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const inUse = (page: Page, name: string) => page.getByRole('dialog', { name: `${name} is in use` })
const merging = (page: Page, name: string) => page.getByRole('dialog', { name: `Merge ${name}` })
const into = (page: Page) => page.getByRole('combobox', { name: 'Merge into' })

test('a record in use is merged into another, which takes over its assets', async ({
  page,
  enter,
  admin,
}) => {
  const title = 'Brand Master'
  const mark = newName('Merged')
  const old = await makeMaster(admin, 'brand', { name: `${mark} Old` })
  const kept = await makeMaster(admin, 'brand', { name: `${mark} Kept` })
  for (let asset = 0; asset < 2; asset += 1) await useInAsset(admin, { brand: old.name })
  await enter({ role: 'admin' })
  await page.goto(addressOf('brand', mark))
  const row = (name: string) => rowsOf(page, title).filter({ hasText: name })
  await expect(usesIn(row(old.name))).toHaveText('2')
  await page.getByRole('button', { name: `Delete ${old.name}` }).click()
  await inUse(page, old.name).getByRole('button', { name: 'Merge into another…' }).click()
  await choose(page, into(page), kept.name)
  await merging(page, old.name).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(`"${old.name}" merged into "${kept.name}". Assets changed: 2.`)).toBeVisible()
  await expect(rowsOf(page, title)).toHaveCount(1)
  await expect(usesIn(row(kept.name))).toHaveText('2')
})

test('a place takes over the children of another, unless both have one with the same name', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const mark = newName('Merged')
  const [old, twin, kept] = [
    await makeMaster(admin, 'mm', { name: `${mark} Old` }),
    await makeMaster(admin, 'mm', { name: `${mark} Twin` }),
    await makeMaster(admin, 'mm', { name: `${mark} Kept` }),
  ]
  const property = await makeMaster(admin, 'property', { name: mark, parentId: old.id })
  await makeMaster(admin, 'property', { name: mark, parentId: twin.id })
  await useInAsset(admin, { placeId: property.id })
  await enter({ role: 'admin' })
  await page.goto(addressOf('mm', mark))
  await page.getByRole('button', { name: `Delete ${old.name}`, exact: true }).click()
  await inUse(page, old.name).getByRole('button', { name: 'Merge into another…' }).click()
  const dialog = merging(page, old.name)
  await choose(page, into(page), twin.name)
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Both contain a place with the same name. Merge or rename those places first.',
  )
  await choose(page, into(page), kept.name)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(`"${old.name}" merged into "${kept.name}".`, { exact: false })).toBeVisible()
  await page.goto(addressOf('property', mark))
  await expect(page.getByText(`Indore > ${kept.name}`).first()).toBeVisible()
})
