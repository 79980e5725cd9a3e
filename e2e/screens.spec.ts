import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { scenes } from './screens/scenes.ts'
import { expect, test } from './support/story.ts'

for (const { name, heading, steps, refused } of scenes)
  test(`${name} is accessible, fits the screen and keeps the console empty`, async ({
    page,
    admin,
    enter,
  }, info) => {
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
    })
    await steps({ page, admin, enter })
    await expect(page.locator('h1')).toHaveText(heading)
    await page.waitForLoadState('networkidle')

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found, `accessible in ${colorScheme}`).toEqual([])
      expect(await stickingOut(page), 'nothing is wider than the screen').toEqual([])
      const width = page.viewportSize()?.width
      await drawWhole(page, join(info.project.outputDir, 'screens', `${name}-${width}-${colorScheme}.png`))
    }
    if (!refused) expect(said).toEqual([])
  })

/** What a person would have to scroll sideways to see. What scrolls by itself, such as a wide table, is no such thing. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.locator('body *').evaluateAll((elements) => {
    const page = elements[0].ownerDocument
    const root = page.documentElement
    const hidesIt = (element: typeof root | null): boolean =>
      element !== null &&
      (['auto', 'scroll', 'hidden'].includes(page.defaultView.getComputedStyle(element).overflowX) ||
        hidesIt(element.parentElement))
    return elements
      .filter((element) => {
        const { width, height, right } = element.getBoundingClientRect()
        return width > 1 && height > 1 && right > root.clientWidth + 1 && !hidesIt(element.parentElement)
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })

/** The window grows to the page, so that what sticks to its edges is drawn where a person sees it. */
async function drawWhole(page: Page, path: string) {
  const { scrollHeight, clientHeight, clientWidth } = await page
    .locator('html')
    .evaluate(({ scrollHeight, clientHeight, clientWidth }) => ({ scrollHeight, clientHeight, clientWidth }))
  const onTop = (await page.getByRole('dialog').count()) > 0
  const before = page.viewportSize()
  if (!onTop && scrollHeight > clientHeight)
    await page.setViewportSize({ width: clientWidth, height: scrollHeight })
  await page.screenshot({ path, animations: 'disabled' })
  if (before !== null) await page.setViewportSize(before)
}
