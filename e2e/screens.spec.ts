import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { leftInHindi, switchLanguage } from './screens/hindi.ts'
import { allWidths, type Scene } from './screens/scene.ts'
import { scenes } from './screens/scenes.ts'
import { visitsTo } from './screens/visits.ts'
import { silenceStream } from './support/network.ts'
import { expect, type SceneStage, test } from './support/story.ts'
import { leave, stop } from './support/within.ts'
import { seeTexts } from './texts/see.ts'
import { textsOf } from './texts/texts-of.ts'

const firstOf = new Map(scenes.toReversed().map((scene) => [String(scene.heading), scene]))
const isFirst = (scene: Scene) => firstOf.get(String(scene.heading)) === scene

const namesOf = (visit: Scene[]) => visit.map(({ name }) => name).join(', ')

for (const visit of visitsTo(scenes))
  test(`accessible, no wider than the window, and nothing logged to the console: ${namesOf(visit)}`, async ({
    page,
    admin,
    enter,
    be,
  }, info) => {
    test.setTimeout(visit.length * 20_000)
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
    })
    await silenceStream(page)
    const failed: string[] = []
    for (const scene of visit)
      try {
        await test.step(scene.name, () =>
          see(scene, { page, admin, enter, be }, said, info.project.outputDir),
        )
      } catch (error) {
        failed.push(`${scene.name}: ${error instanceof Error ? error.message : error}`)
        await page.screenshot({ path: info.outputPath(`${scene.name}.png`) })
        await stop(page)
      }
    expect(failed.join('\n\n'), 'scenes that failed').toBe('')
  })

async function see(scene: Scene, stage: SceneStage, said: string[], folder: string) {
  const { name, heading, steps, refused, alone, isSending = false, widths = allWidths } = scene
  const { page } = stage
  const pictureOf = (look: string) => join(folder, 'screens', `${name}-${look}.png`)
  await (alone ? stop(page) : leave(page))
  said.length = 0
  await widen(page, widths[0])
  await steps(stage)
  await expect(page.locator('h1')).toHaveText(heading)
  await expect(page.locator('[aria-busy=true]').or(page.getByText('Loading...'))).toHaveCount(
    isSending ? 1 : 0,
  )
  await seeTexts(page, textsOf[name] ?? [], name)

  for (const { width, colorScheme } of looksAt(widths, isFirst(scene))) {
    await widen(page, width)
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    const rules = rulesFor(colorScheme, isFirst(scene) || width === widths[0])
    const found = await barriers(page, rules, isFirst(scene) || scene.hasOwnFrame === true)
    expect(found, `accessible at ${width} in ${colorScheme}`).toEqual([])
    // Polled, because a toast that is leaving moves out of the window.
    await expect.poll(() => stickingOut(page), `nothing is wider than ${width}`).toEqual([])
    // Nobody looks at the screenshots in CI, and taking them is slow.
    if (process.env.CI === undefined) await drawWhole(page, pictureOf(`${width}-${colorScheme}`))
  }
  if (isFirst(scene)) await seeHindi(page, { widths, picture: (width) => pictureOf(`${width}-hindi`) })
  if (!refused) expect(said).toEqual([])
}

const schemes = ['light', 'dark'] as const

/**
 * Every width in both colour schemes, ordered so that only one of the two changes at a time. In CI further states
 * of a screen are seen once at each width, with a colour scheme each.
 */
const looksAt = (widths: readonly number[], isNew: boolean) =>
  widths.flatMap((width, at) => {
    const [first, second] = at % 2 === 0 ? schemes : schemes.toReversed()
    const seen = isNew || process.env.CI === undefined || widths.length === 1 ? [first, second] : [first]
    return seen.map((colorScheme = 'light') => ({ width, colorScheme }))
  })

type HindiWidths = { widths: readonly number[]; picture: (width: number) => string }

/** The same visit in Hindi: the screen re-renders in place. */
async function seeHindi(page: Page, { widths, picture }: HindiWidths) {
  await widen(page, widths[0])
  if (!(await switchLanguage(page, 'hi'))) return
  for (const width of widths) {
    await widen(page, width)
    await expect
      .poll(() => leftInHindi(page), { message: `in Hindi at ${width}`, timeout: 5_000 })
      .toEqual([])
    // Polled, because the page header adapts to the width with a delay.
    await expect.poll(() => stickingOut(page), `nothing is wider than ${width} in Hindi`).toEqual([])
    expect(await cutPlaceholders(page), `whole placeholders at ${width} in Hindi`).toEqual([])
    if (process.env.CI === undefined) await drawWhole(page, picture(width))
  }
  expect(await barriers(page, languageRules, true), 'accessible in Hindi').toEqual([])
  await widen(page, widths[0])
  await switchLanguage(page, 'en')
}

const widen = (page: Page, width = 1280) => page.setViewportSize({ width, height: width === 390 ? 844 : 800 })

/**
 * All axe rules take a third of a visit. Light and dark differ only in colours, and two widths of a state
 * only in layout.
 */
const layoutRules = ['color-contrast', 'scrollable-region-focusable']
const languageRules = ['html-has-lang', 'html-lang-valid', 'button-name', 'label', 'link-name']
const rulesFor = (colorScheme: 'light' | 'dark', isNew: boolean) =>
  isNew && colorScheme === 'light' ? undefined : layoutRules

/**
 * The part of the page in which the states of a screen differ: overlays, and the screen itself unless a modal
 * dialog covers it. The frame is checked with the first state.
 */
const whatDiffers = `{ include: [
  ...document.querySelectorAll('body > [data-portal]'),
  ...document.querySelectorAll(document.querySelector('[aria-modal=true]') ? ':not(*)' : 'main') ] }`

/** The violations that axe finds; all rules unless some are given. */
async function barriers(page: Page, rules: string[] | undefined, isWhole: boolean): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
  }
  const context = isWhole ? 'document' : whatDiffers
  return page.evaluate(`axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
}

/**
 * Elements that require horizontal scrolling of the page. Content of scroll containers, such as wide tables,
 * is excluded.
 */
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

/** Placeholders of empty search boxes that are clipped. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.locator('input[type=search]').evaluateAll((inputs) =>
    inputs
      .filter((input) => {
        const view = input.ownerDocument.defaultView
        const own = view.getComputedStyle(input)
        const { fontSize } = view.getComputedStyle(input, '::placeholder')
        const pen = input.ownerDocument.createElement('canvas').getContext('2d')
        pen.font = `${fontSize} ${own.fontFamily}`
        const room =
          input.clientWidth - Number.parseFloat(own.paddingLeft) - Number.parseFloat(own.paddingRight)
        return room > 0 && pen.measureText(input.placeholder).width > room + 1
      })
      .map(({ placeholder }) => placeholder),
  )

/** Resizes the window to the page, so that sticky elements appear where a person sees them. */
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
