import type { Page } from '@playwright/test'
import { expect, test } from '../support/story.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const camera = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' })

test('Esc closes only the camera, even from inside its frame, and then the palette', async ({
  page,
  enter,
}) => {
  await enter({ role: 'admin' })
  // A camera that never becomes ready keeps its frame open.
  await page.addInitScript('navigator.mediaDevices.getUserMedia = () => new Promise(() => {})')
  await page.goto('/dashboard/default')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+K')
  const search = palette(page).getByRole('combobox')
  await search.fill('chair')
  const open = page.getByRole('button', { name: 'Find by scanning with the camera' })

  await open.click()
  await expect(camera(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(camera(page)).toHaveCount(0)
  await expect(open).toBeFocused()

  await open.click()
  await camera(page).frameLocator('iframe').locator('body').click()
  await page.keyboard.press('Escape')
  await expect(camera(page)).toHaveCount(0)
  await expect(search).toHaveValue('chair')

  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})
