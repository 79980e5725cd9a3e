import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { stopProcess } from '../scripts/processes.ts'
import { findRoom } from './pictures/count-story.ts'
import { takeCountStills, takeReviewStills, takeStills } from './pictures/stills.ts'
import { startDemo } from './pictures/studio.ts'
import { takeTour } from './pictures/tour.ts'
import { chromiumPath } from './support/chromium.ts'

// The pictures of README.md and of the guides, from a demo of its own. The tour comes late: it ends a count.
const executablePath = chromiumPath()
if (executablePath === undefined)
  throw new Error('There is no chromium on the PATH; install it, or name it in CHROMIUM')
const dir = await mkdtemp(join(tmpdir(), 'ats-pictures-'))
const { demo: running, ...demo } = await startDemo(dir)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await takeStills(browser, demo)
  const counted = await findRoom(browser, demo)
  await takeCountStills(browser, demo, counted)
  await takeTour(browser, demo, counted)
  await takeReviewStills(browser, demo, counted)
} finally {
  await browser.close()
  await stopProcess(running, 'SIGTERM', 20_000)
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
}
