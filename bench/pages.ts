import { existsSync } from 'node:fs'
import { type Browser, type Cookie, chromium } from '@playwright/test'
import { chromiumPath } from '../e2e/support/chromium.ts'
import { webDir } from '../scripts/web-build.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'
import type { Bench } from './measurement.ts'
import { startProduct } from './product.ts'

/**
 * A slow mobile connection, with the figures of browser developer tools: bytes per second, and milliseconds
 * of latency.
 */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const longestSeconds = 3
const list = '/dashboard/default/manage-asset/view-assets'

type Visit = { seconds: number; requests: number; scripts: number; calls: number; kilobytes: number }
type Session = {
  cookies: Cookie[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

async function signedIn(browser: Browser, address: string): Promise<Session> {
  const context = await browser.newContext()
  const answer = await context.request.post(`${address}/api/v1/login`, {
    data: demoSignIn,
    headers: { origin: address },
  })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  const localStorage = [
    { name: 'authToken', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  const cookies = await context.cookies()
  await context.close()
  return { cookies, origins: [{ origin: address, localStorage }] }
}

/** Opens the list of assets in a browser with an empty cache, until its first row is shown. */
async function visit(browser: Browser, address: string, session: Session): Promise<Visit> {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', slowLine)
  const seen = { requests: 0, scripts: 0, calls: 0, kilobytes: 0 }
  network.on('Network.requestWillBeSent', ({ type }) => {
    seen.requests += 1
    if (type === 'Script') seen.scripts += 1
    if (type === 'Fetch') seen.calls += 1
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.kilobytes += encodedDataLength / 1000
  })
  const began = Date.now()
  await page.goto(`${address}${list}`, { waitUntil: 'commit' })
  await page.locator('tbody tr').first().waitFor()
  const seconds = (Date.now() - began) / 1000
  await context.close()
  return { seconds, ...seen }
}

/** How long a first visitor on a slow connection waits for the list of assets, over the limit. */
export const pages: Bench = async (postgres, effort) => {
  if (!existsSync(webDir)) throw new Error('The web app is not built: npm run build -w web')
  const product = await startProduct(postgres, 2_500)
  const path = chromiumPath()
  const browser = await chromium.launch({
    ...(path !== undefined && { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const session = await signedIn(browser, product.address)
    const visits: Visit[] = []
    for (let round = 0; round < effort.rounds; round += 1)
      visits.push(await visit(browser, product.address, session))
    const [best, ...rest] = visits.toSorted((a, b) => a.seconds - b.seconds)
    if (best === undefined) return []
    const { requests, scripts, calls, kilobytes } = best
    console.log(
      `cold list at 1.6 Mbit/s and 150 ms: rows after ${best.seconds.toFixed(2)} s (at most ${longestSeconds}), ` +
        `${requests} requests, ${scripts} scripts, ${calls} calls, ${kilobytes.toFixed(0)} kB until then`,
    )
    const worst = rest.at(-1) ?? best
    return [
      {
        ...{ name: 'cold-list', bare: 1 / longestSeconds, api: 1 / best.seconds, limit: 1 },
        ...{ p50: best.seconds * 1000, p99: worst.seconds * 1000 },
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}
