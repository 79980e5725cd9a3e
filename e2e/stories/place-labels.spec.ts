import { makeMaster, makeSite } from '../support/masters.ts'
import { qrTexts } from '../support/read-qr.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

/** A dot of a label printer, as a share of a pixel of the page. */
const dotsPerPixel = 203 / 96

test('labels of rooms are printed, read back at 203 dpi, and lead to their rooms', async ({
  page,
  enter,
  admin,
}) => {
  const { aou } = await makeSite(admin)
  const rooms = []
  for (const name of ['Reading Hall', 'Store'])
    rooms.push(await makeMaster(admin, 'room', { name, parentId: aou }))
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/places?place=${aou}`)
  await page.getByRole('link', { name: 'Print labels' }).click()
  await page.getByLabel('Labels for').selectOption('Room')
  await expect(page.getByText('2 labels')).toBeVisible()
  // As wide as the enlarged sheet.
  await page.setViewportSize({ width: 2000, height: 1200 })
  const addresses = rooms.map(({ id }) => `${new URL(page.url()).origin}/place/${id}`)
  for (const size of ['8', '14', '21', '65']) {
    await page.getByLabel('Labels on a sheet').selectOption(size)
    await page.evaluate(`document.body.style.zoom = ${dotsPerPixel}`)
    const sheet = page.getByRole('list').filter({ has: page.locator('svg') })
    expect((await qrTexts(await sheet.screenshot())).toSorted()).toEqual(addresses.toSorted())
    await page.evaluate(`document.body.style.zoom = 1`)
  }
  await page.getByLabel('First free label').selectOption('65')
  const paper = await page.pdf({ preferCSSPageSize: true })
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)

  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await scan(page, addresses[1] ?? '')
  await expect(page.getByRole('heading', { level: 2, name: 'Store' })).toBeVisible()
  await page.getByRole('link', { name: 'Register an asset here' }).click()
  await expect(page.getByRole('combobox', { name: /^Place/ })).toHaveValue(/^Store/)
})
