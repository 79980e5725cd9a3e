import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startGuarded, stopProcess } from '../scripts/processes.ts'
import { chromiumPath } from './support/chromium.ts'
import { bulkScreen, chooseAndUpload, csvFile, newTag } from './support/imports.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const mostBytes = 200_000
/** A busy machine takes its time; nobody waits for the pictures. */
const slowest = 180_000
const viewAssets = '/dashboard/default/manage-asset/view-assets'

type Picture = {
  name: string
  path: string
  /** What is done, and waited for, before the picture is taken. */
  until: (page: Page) => Promise<unknown>
  as?: 'nobody'
  look?: 'dark' | 'phone'
}

const delivery = () => [
  ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Model'],
  ...['Office Chair', 'Office Chair', 'Standing Desk', 'Monitor', 'Monitor', 'Printer'].map((name) => [
    ...[newTag(), name, 'Pune', 'Working', ''],
  ]),
  [newTag(), 'Projector', 'Atlantis', 'Working', ''],
  [newTag(), '', 'Pune', 'Working', ''],
]

const pictures: Picture[] = [
  {
    name: 'sign-in',
    path: '/login',
    as: 'nobody',
    until: (page) => page.getByText('Anil Saxena').waitFor(),
  },
  {
    name: 'dashboard',
    path: '/dashboard/default',
    until: (page) => page.getByRole('heading', { name: 'Recent activity' }).waitFor(),
  },
  {
    name: 'list-with-panel',
    path: viewAssets,
    until: async (page) => {
      await page
        .getByRole('button', { name: /^Enlarge the image/ })
        .first()
        .waitFor()
      await page.getByRole('row').nth(2).getByRole('link').click()
      await page.getByRole('dialog').getByText('History').first().waitFor()
    },
  },
  {
    name: 'import-preview',
    path: bulkScreen,
    until: async (page) => {
      await chooseAndUpload(page, csvFile(delivery(), 'Delivery Pune.csv'))
      // The worker has work of the demo's year to look through first.
      await page.getByRole('button', { name: /^Register \d/ }).waitFor()
    },
  },
  {
    name: 'queue',
    path: '/dashboard/manage-assets',
    until: (page) =>
      page
        .getByRole('button', { name: /^Accept / })
        .first()
        .waitFor(),
  },
  {
    name: 'phone',
    path: viewAssets,
    look: 'phone',
    until: (page) =>
      page
        .getByText(/^A\d{7}/)
        .first()
        .waitFor(),
  },
  {
    name: 'dark',
    path: viewAssets,
    look: 'dark',
    until: (page) =>
      page
        .getByRole('button', { name: /^Enlarge the image/ })
        .first()
        .waitFor(),
  },
]

/** The demo as README.md says, in a folder of its own. */
async function startDemo(dir: string) {
  const demo = startGuarded(process.execPath, [join(import.meta.dirname, '../scripts/demo/demo.ts')], {
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

type Demo = Awaited<ReturnType<typeof startDemo>>

async function signIn(page: Page, { email, password }: Demo) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await page.waitForURL('/dashboard/default')
}

async function take(browser: Browser, demo: Demo, { name, path, as, look, until }: Picture) {
  const context = await browser.newContext({
    baseURL: demo.address,
    viewport: look === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: look === 'dark' ? 'dark' : 'light',
    ...{ locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
  })
  context.setDefaultTimeout(slowest)
  const page = await context.newPage()
  if (as !== 'nobody') await signIn(page, demo)
  await page.goto(path)
  await until(page)
  // The network is never idle: the page follows what others do.
  await page.evaluate(`document.fonts.ready.then(() =>
    Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))).then(() => null)`)
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file })
  await context.close()
  const { size } = await stat(file)
  console.log(`${name} ${Math.round(size / 1000)} kB`)
  if (size > mostBytes) throw new Error(`${name} is larger than ${mostBytes} bytes`)
}

const executablePath = chromiumPath()
if (executablePath === undefined)
  throw new Error('There is no chromium on the PATH; install it, or name it in CHROMIUM')
const dir = await mkdtemp(join(tmpdir(), 'ats-pictures-'))
await mkdir(folder, { recursive: true })
const demo = await startDemo(dir)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const picture of pictures) await take(browser, demo, picture)
} finally {
  await browser.close()
  await stopProcess(demo.demo, 'SIGTERM', 20_000)
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
}
