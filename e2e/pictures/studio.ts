import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { startGuarded } from '../../scripts/processes.ts'
import { findNats } from '../../scripts/readers/nats.ts'
import { root } from '../../scripts/sources.ts'
import { type Language, type Words, wordsOf } from './words.ts'

const folder = join(root, 'docs/pictures')
const mostBytes = 300_000
/** A busy machine takes its time. */
const slowest = 90_000

type Drawn = {
  webp: (options: { quality: number; delay?: number[]; loop?: number }) => Drawn
  toBuffer: () => Promise<Buffer>
}
/** Of the server, which has it to draw the images of assets. */
const sharp = createRequire(join(root, 'server/package.json'))('sharp') as (
  input: Buffer | Buffer[],
  options?: { join: { animated: boolean } },
) => Drawn

/** The demo as README.md says, in a folder of its own, and with readers: their server is fetched where there is none. */
export async function startDemo(dir: string) {
  await findNats()
  const demo = startGuarded(process.execPath, [join(root, 'scripts/demo/demo.ts')], {
    onOrphaned: 'TERM',
    env: { ...process.env, DEMO_DIR: dir, DEMO_UNSYNCED: 'true', PORT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (demo.stdout === null) throw new Error('The demo says nothing')
  for await (const line of createInterface(demo.stdout)) {
    const [, address, email, password] = /^ready (\S+) (\S+) (\S+)/.exec(line) ?? []
    if (address !== undefined) return { demo, address, email: email ?? '', password: password ?? '' }
  }
  throw new Error('The demo did not start')
}

export type Demo = Pick<Awaited<ReturnType<typeof startDemo>>, 'address' | 'email' | 'password'>

export type Look = {
  language?: Language
  device?: 'desk' | 'phone' | 'film'
  scheme?: 'light' | 'dark'
}

const viewports = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
  film: { width: 1120, height: 640 },
}

export type Visit = { page: Page; words: Words }

/** A browser of its own, signed in as that person of the demo unless it is to be nobody. */
export async function visit(
  browser: Browser,
  { address, password }: Demo,
  email: string | null,
  { language = 'en', device = 'desk', scheme = 'light' }: Look = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ...{ baseURL: address, viewport: viewports[device], deviceScaleFactor: 2, colorScheme: scheme },
    ...{ locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce', hasTouch: device === 'phone' },
  })
  context.setDefaultTimeout(slowest)
  await context.addInitScript(`localStorage.setItem('language', '${language}')`)
  const page = await context.newPage()
  const words = wordsOf(language)
  if (email === null) return { page, words }
  await page.goto('/login')
  await page.getByLabel(words('login_email')).fill(email)
  await page.getByLabel(words('login_password')).fill(password)
  await page.getByRole('button', { name: words('login_submit') }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return { page, words }
}

/** As a person sees it: no part of the screen is still on its way. The network is never idle, so that says nothing. */
export async function shoot(page: Page): Promise<Buffer> {
  await page
    .locator('[data-waiting], .mantine-Skeleton-root, [aria-busy=true]')
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate(`document.fonts.ready.then(() =>
    Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))).then(() => null)`)
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

async function keep(name: string, bytes: Buffer, most: number) {
  const file = join(folder, `${name}.webp`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
  console.log(`${name} ${Math.round(bytes.length / 1000)} kB`)
  if (bytes.length > most) throw new Error(`${name} is larger than ${most} bytes`)
}

export const keepStill = async (name: string, picture: Buffer) =>
  keep(name, await sharp(picture).webp({ quality: 80 }).toBuffer(), mostBytes)

export type Frame = { picture: Buffer; ms: number }

export async function keepFilm(name: string, frames: readonly Frame[], most: number) {
  const joined = sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
  const film = await joined.webp({ quality: 86, delay: frames.map(({ ms }) => ms), loop: 0 }).toBuffer()
  console.log(`${name}: ${frames.length} frames, ${frames.reduce((sum, { ms }) => sum + ms, 0) / 1000} s`)
  await keep(name, film, most)
}
