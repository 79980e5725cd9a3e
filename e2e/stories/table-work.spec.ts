import {
  assetRows,
  listOf,
  makeAsset,
  makeAssets,
  newTag,
  panelOf,
  placeAt,
  titleOf,
  viewAssets,
} from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

test('chips name the filters and go one at a time, on the screen as on paper', async ({
  page,
  enter,
  admin,
}) => {
  const place = await placeAt(admin, 'Pune > MM North > Pune Warehouse')
  const assetName = newName('Chip')
  await makeAsset(admin, { assetName, location: 'pune', placeId: place._id })
  await enter({ role: 'admin' })
  await page.goto(`${listOf(assetName)}&state=Working&placeId=${place._id}`)
  const chips = page.getByRole('list', { name: 'Filtered by' }).getByRole('listitem')
  await expect(chips).toHaveText(['State: Working', 'Place: Pune > MM North > Pune Warehouse'])
  await page.getByRole('link', { name: 'Print' }).click()
  const facts = page.getByText(`${assetName} · State: Working · Place: Pune > MM North > Pune Warehouse · `)
  await expect(facts).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Remove State' }).click()
  await expect(chips).toHaveText(['Place: Pune > MM North > Pune Warehouse'])
  await page.goBack()
  await expect(chips).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(chips).toHaveCount(0)
  await expect(page).toHaveURL(viewAssets)
  // Which of all assets stand first now is decided by other stories, too.
  await expect(assetRows(page).first()).toBeVisible()
})

test('columns sort where the list is short enough, say why not where it is not, and keep their width', async ({
  page,
  enter,
  admin,
}) => {
  const set = newName('Kind')
  for (const [name, tag] of [
    ['B', 'z'],
    ['A', 'y'],
    ['C', 'x'],
  ])
    await makeAsset(admin, { assetName: `${set} ${name}`, rfidTag: `${newTag()}${tag}` })
  await enter({ role: 'admin' })
  await page.goto(listOf(set))
  const column = page.getByRole('columnheader', { name: 'Asset Name' })
  const names = assetRows(page).getByRole('link')
  await column.getByRole('button').click()
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText([`${set} A`, `${set} B`, `${set} C`])
  await column.getByRole('button').press('Enter')
  await expect(names).toHaveText([`${set} C`, `${set} B`, `${set} A`])

  const width = async () => (await column.boundingBox())?.width ?? 0
  const before = await width()
  for (let times = 0; times < 4; times += 1) await column.getByRole('button').press('Shift+ArrowRight')
  await expect.poll(width).toBeGreaterThan(before + 40)
  const box = await column.boundingBox()
  if (box === null) throw new Error('The column is not there')
  const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 }
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 70, edge.y, { steps: 4 })
  await page.mouse.up()
  const wide = await width()
  expect(wide).toBeGreaterThan(box.width + 40)
  await page.reload()
  await expect.poll(width).toBe(wide)

  await page.route('/api/assets?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('sort') === 'assetName') {
      const code = { code: 'list-too-long-to-sort', params: { most: 10_000 } }
      return route.fulfill({
        status: 400,
        json: { ...code, message: 'Too long', error: 'Too long', requestId: 'x' },
      })
    }
    const reply = await (await route.fetch()).json()
    await route.fulfill({ json: { ...reply, total: 10_001 } })
  })
  await page.reload()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(column.getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  await expect(column.getByRole('button')).toHaveAttribute(
    'title',
    'Narrow the list to 10,000 to sort by Asset Name.',
  )
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('rows go by keyboard, the panel steps across pages, and a scan is still a scan', async ({
  page,
  enter,
  admin,
}) => {
  const set = (await makeAssets(admin, 12)).reverse()
  const [first, second, third] = set
  const [tenth, eleventh] = set.slice(9)
  if (!(first && second && third && tenth && eleventh)) throw new Error('Too few were made')
  const tag = `xjkx${newTag()}kjx`
  const scanned = await makeAsset(admin, { rfidTag: tag })
  await enter({ role: 'admin' })
  await page.goto(listOf(first.assetName))
  await expect(assetRows(page)).toHaveCount(10)
  const row = (at: number) => assetRows(page).nth(at)
  await page.keyboard.press('j')
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${titleOf(second)}` })).toBeChecked()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Select the row')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await scan(page, tag)
  await expect(panelOf(page, scanned)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(row(1)).toBeFocused()

  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: first.assetName })
  await expect(panel.getByRole('button', { name: second.assetTagId })).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel.getByRole('button', { name: third.assetTagId })).toBeVisible()
  for (let at = 3; at < 10; at += 1) {
    await panel.getByRole('button', { name: 'Next asset' }).click()
    await expect(panel.getByRole('button', { name: set[at]?.assetTagId ?? '' })).toBeVisible()
  }
  await panel.getByRole('button', { name: 'Next asset' }).click()
  await expect(panel.getByRole('button', { name: eleventh.assetTagId })).toBeVisible()
  await panel.getByRole('button', { name: 'Previous asset' }).click()
  await expect(panel.getByRole('button', { name: tenth.assetTagId })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
})
