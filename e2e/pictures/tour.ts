import type { Browser, Locator, Page } from '@playwright/test'
import { scan } from '../support/reader.ts'
import { type Counted, countAddress, counter, endCounting, lead, setNetwork } from './count-story.ts'
import { asOfAddress, pastDay, reviewAddress } from './stills.ts'
import { type Demo, type Frame, keepFilm, keepStill, shoot, type Visit, visit } from './studio.ts'

const [width, height] = [960, 600]
const mostBytes = 3_000_000

type Spot = { x: number; y: number }
type Scene = { caption: string; device: 'film' | 'phone'; aside?: string[] }

const style = `
  body { margin: 0; width: ${width}px; height: ${height}px; overflow: hidden; background: #e7ecf5; font-family: Inter, 'Noto Sans', system-ui, sans-serif }
  .film { position: absolute; inset: 0 0 auto; width: ${width}px; height: 548px }
  .phone { position: absolute; left: 170px; top: 14px; height: 520px; border-radius: 20px; border: 6px solid #1c2536 }
  aside { position: absolute; left: 500px; top: 150px; width: 400px; font-size: 26px; line-height: 1.35; color: #1c2536 }
  aside p { margin: 0 0 18px; opacity: .35 } aside p:last-child { opacity: 1; font-weight: 650 }
  footer { position: absolute; inset: auto 0 0; height: 52px; line-height: 52px; padding: 0 24px; background: #1c2536; color: #fff; font-size: 21px }
  svg { position: absolute; width: 24px; height: 24px }`

const pointer = ({ x, y }: Spot) =>
  `<svg viewBox="0 0 24 24" style="left:${x}px;top:${y}px"><path d="M3 2l16 10-7 1.5 4 8-3 1.5-4-8-5 5z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>`

/** Puts pictures of the product on a sheet with a caption, and keeps each as long as it is to be seen. */
function newFilm(sheet: Page) {
  const frames: Frame[] = []
  let last = { scene: { caption: '', device: 'film' } as Scene, picture: '' }

  async function draw(ms: number, spot?: Spot) {
    const { scene, picture } = last
    const steps = (scene.aside ?? []).map((step) => `<p>${step}</p>`).join('')
    await sheet.setContent(
      `<style>${style}</style><img class="${scene.device}" src="data:image/png;base64,${picture}">
        <aside>${steps}</aside><footer>${scene.caption}</footer>${spot === undefined ? '' : pointer(spot)}`,
    )
    await sheet.evaluate('document.images[0].decode().then(() => null)')
    frames.push({ picture: await sheet.screenshot(), ms })
  }

  async function show(page: Page, scene: Scene, ms: number) {
    last = { scene, picture: (await shoot(page)).toString('base64') }
    await draw(ms)
  }

  /** The pointer goes to a button, which is then pressed. */
  async function press(page: Page, target: Locator) {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (box === null) throw new Error('There is nothing to press')
    const scale = width / (page.viewportSize()?.width ?? width)
    const end = { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale }
    const start = { x: width / 2, y: height - 90 }
    for (const part of [0, 0.35, 0.65, 0.88, 1]) {
      const spot = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }
      await draw(part === 1 ? 350 : 90, spot)
    }
    await target.click()
  }

  return { frames, show, press }
}

type Film = ReturnType<typeof newFilm>

async function scanOne(film: Film, { page, words }: Visit) {
  const scene: Scene = { caption: 'Scan a tag on any screen: its asset opens.', device: 'film' }
  await page.goto('/dashboard/default/manage-asset/view-assets')
  await page.locator('table img').first().waitFor()
  const [tag = ''] = /[0-9A-F]{24}/.exec(await page.locator('tbody tr').nth(2).innerText()) ?? []
  await film.show(page, scene, 1100)
  await scan(page, tag)
  await page.getByRole('dialog').getByText(words('assets_history')).first().waitFor()
  await film.show(page, scene, 2200)
}

async function countRoom(film: Film, { page, words }: Visit, counted: Counted) {
  const caption = 'Count a room with a phone or a handheld, even without a network.'
  const aside: string[] = []
  const show = (ms: number) => film.show(page, { caption, device: 'phone', aside: [...aside] }, ms)
  const readSome = async (tags: string[], ms: number) => {
    for (const tag of tags) {
      await scan(page, tag)
      await page.waitForTimeout(400)
      await show(ms)
    }
  }
  await page.goto(countAddress(counted))
  await page.getByText(words('count_ready')).waitFor()
  await show(900)
  aside.push('Pull the trigger: found.')
  await readSome(counted.here.slice(0, 2), 650)
  aside.push('No network: keep counting.')
  await setNetwork(page, false)
  await readSome(counted.here.slice(2, 7), 400)
  await readSome(counted.elsewhere.slice(0, 1), 900)
  await show(600)
  aside.push('Network is back: everything is sent.')
  await setNetwork(page, true)
  await page.getByText(words('count_unsent_none')).waitFor()
  await show(1700)
}

async function review(film: Film, { page, words }: Visit, { inventory }: Counted) {
  const scene: Scene = {
    caption: 'Review what is missing or misplaced, and move it in one click.',
    device: 'film',
  }
  const list = page.locator('table')
  await page.goto(`${reviewAddress(inventory)}?open=false&class=misplaced`)
  const move = page.getByRole('button').getByText(words('inventory_action_move'))
  await move.first().waitFor()
  await film.show(page, scene, 1400)
  await list.evaluate((table) => table.scrollIntoView({ block: 'center' }))
  await film.show(page, scene, 900)
  await film.press(page, move.first())
  await page.getByText(words('inventory_take_back')).first().waitFor()
  await film.show(page, scene, 1300)
  await page.goto(reviewAddress(inventory))
  await list.getByText(words('inventory_class_not_found')).nth(3).waitFor()
  await list.evaluate((table) => table.scrollIntoView({ block: 'start' }))
  await film.show(page, scene, 2000)
}

async function lookBack(film: Film, { page }: Visit) {
  const scene: Scene = { caption: 'See every list as it was on any past day.', device: 'film' }
  await page.goto(asOfAddress(pastDay()))
  await page.locator('tbody').getByRole('row').nth(5).waitFor()
  await film.show(page, scene, 4000)
}

/** The animated tour, and a still of it for people who prefer no motion. */
export async function takeTour(browser: Browser, demo: Demo, counted: Counted) {
  const sheet = await browser.newPage({ viewport: { width, height } })
  const film = newFilm(sheet)
  const desk = await visit(browser, demo, demo.email, { device: 'film' })
  await scanOne(film, desk)
  const phone = await visit(browser, demo, counter, { device: 'phone' })
  await countRoom(film, phone, counted)
  await phone.page.context().close()
  await endCounting(browser, demo, counted)
  const manager = await visit(browser, demo, lead, { device: 'film' })
  await review(film, manager, counted)
  await lookBack(film, desk)
  for (const page of [manager.page, desk.page, sheet]) await page.close()
  await keepFilm('tour', film.frames, mostBytes)
  const still = film.frames.findLast(({ ms }) => ms === 2000)
  if (still !== undefined) await keepStill('tour-still', still.picture)
}
