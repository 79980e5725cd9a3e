import { makeAssets, newTag } from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

test('sixty assets take at most three sheets, black on white from the dark theme as well', async ({
  page,
  enter,
  admin,
}) => {
  const assetName = `Visitor Chair ${newTag()}`
  await makeAssets(admin, 60, { assetName })
  await enter({ role: 'admin' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/dashboard/default/manage-asset/print-assets?search=${encodeURIComponent(assetName)}`)
  await expect(page.getByText(`All locations · ${assetName} · Showing 1 to 60 of 60`)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('cell').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()

  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = file.match(/\/Type \/Page$/gm) ?? []
  expect(sheets.length).toBeGreaterThan(1)
  expect(sheets.length).toBeLessThanOrEqual(3)
})
