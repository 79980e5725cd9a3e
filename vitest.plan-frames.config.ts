import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from './e2e/support/chromium.ts'
import components from './vitest.components.config.ts'

const executablePath = chromiumPath()

/** Measures the frames of a busy plan: `npm run plan-frames`. Unlike in the tests, things move. */
export default defineConfig({
  ...components,
  test: {
    ...components.test,
    name: 'plan-frames',
    include: ['test/plan-frames.tsx'],
    testTimeout: 120_000,
    browser: {
      ...components.test?.browser,
      enabled: true,
      provider: playwright({
        launchOptions: {
          ...(executablePath !== undefined && { executablePath }),
          args: ['--no-sandbox', '--disable-gpu'],
        },
        contextOptions: { reducedMotion: 'no-preference', locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
      }),
    },
  },
})
