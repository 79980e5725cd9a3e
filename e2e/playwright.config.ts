import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './support/chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Software rendering of frames that nobody sees costs a tenth of the time per page.
  '--disable-threaded-animation',
]

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

const bin = join(import.meta.dirname, '../node_modules/.bin')

/**
 * Set together with E2E_MAIL if `node e2e/stack.ts` was started beforehand, and in the workers by `wait`
 * below.
 */
const address = process.env.E2E_ADDRESS

const chromium = chromiumPath()

const onSharedMachine = process.env.CI !== undefined
const patience = 15_000

const stack = {
  name: 'stack',
  command: 'node stack.ts',
  env: { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  // The named groups reach the workers as environment variables with the same names in capitals.
  wait: { stdout: /stories (?<e2e_address>\S+) (?<e2e_mail>\S+)/ },
  timeout: 300_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
} as const

/** Its fields would be in the forms of all other stories and scenes, so it runs after them. */
const addsFields = 'stories/purchase-fields.spec.ts'

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: onSharedMachine,
  // One more than the cores in CI: a story waits for a quarter of its time.
  workers: 3,
  // A shared machine may stall for seconds: a story that passes on the retry is reported as flaky.
  retries: onSharedMachine ? 1 : 0,
  timeout: patience * 3,
  globalTimeout: 50 * 60_000,
  expect: { timeout: patience },
  reporter: onSharedMachine ? 'list' : 'line',
  ...(address === undefined && { webServer: stack }),
  use: {
    ...(address !== undefined && { baseURL: address }),
    viewport: wide,
    colorScheme: 'light',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    actionTimeout: patience,
    navigationTimeout: patience,
    screenshot: 'only-on-failure',
    trace: 'off',
    // Cleared between stories, except for the app's files: they are fetched and compiled once per worker.
    reuseContext: true,
    launchOptions: { ...(chromium !== undefined && { executablePath: chromium }), args: flags },
  },
  projects: [
    { name: 'stories 1280', testIgnore: ['screens.spec.ts', addsFields] },
    {
      name: 'stories 390',
      testIgnore: ['screens.spec.ts', addsFields],
      grep: /@narrow/,
      use: { viewport: narrow },
    },
    // This project changes width and colour scheme itself, within one visit.
    { name: 'screens', testMatch: 'screens.spec.ts' },
    {
      name: 'stories with fields',
      testMatch: addsFields,
      dependencies: ['stories 1280', 'stories 390', 'screens'],
    },
  ],
})
