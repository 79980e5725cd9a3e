// Why it is built this way: docs/decisions/059-tests-where-they-are-cheapest.md

import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from './e2e/support/chromium.ts'
import { componentTexts } from './web/compile-texts.ts'

const executablePath = chromiumPath()
const web = join(import.meta.dirname, 'web')
const texts = componentTexts.outdir

/** Components in a real browser, without a server. */
export default defineConfig({
  root: web,
  resolve: {
    alias: [
      { find: /^#texts$/, replacement: join(texts, 'messages.js') },
      { find: /^#texts\//, replacement: `${texts}/` },
    ],
  },
  // All of them: a dependency that is found during a test loads the page again.
  optimizeDeps: {
    include: [
      ...[
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'vitest-browser-react/pure',
        'zod',
      ],
      ...['@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/notifications', 'axe-core'],
      ...['@tabler/icons-react', '@tanstack/react-query', '@tanstack/react-router', 'recharts'],
    ],
  },
  test: {
    name: 'components',
    include: ['src/**/*.browser.tsx'],
    globalSetup: [join(web, 'test/component-texts-setup.ts')],
    setupFiles: [join(web, 'test/setup.ts')],
    // By default one less than there are cores, which in CI leaves a single page.
    maxWorkers: 2,
    // After the server's tests, which keep all cores busy.
    sequence: { groupOrder: 1 },
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    retry: process.env.CI === undefined ? 0 : 1,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          ...(executablePath !== undefined && { executablePath }),
          args: ['--no-sandbox', '--disable-gpu', '--disable-threaded-animation'],
        },
        contextOptions: { reducedMotion: 'reduce', locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
      screenshotFailures: false,
      // As in the stories: a part of a text finds it.
      locators: { exact: false },
    },
  },
})
