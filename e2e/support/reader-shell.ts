import type { Page } from '@playwright/test'

/** A shell as docs/develop/reader-shell.md describes it, without a reader. */
const shell = `window.assetReader = {
  ...{ version: 1, name: 'Sled 12', signal: true, trigger: true, power: { min: 5, max: 30 } },
  inventory() {},
  locate() {},
  write() {},
}`

/** The page is on a handheld from now on. */
export async function useHandheld(page: Page) {
  await page.addInitScript(shell)
  await page.evaluate(shell)
}

/** The shell sends these events. */
export const sendOfReader = (page: Page, ...detail: object[]) =>
  page.evaluate(`window.dispatchEvent(new CustomEvent('assetreader', { detail: ${JSON.stringify(detail)} }))`)

/** A tag lies in front of the reader, which reports it again and again. */
export const keepReading = (page: Page, epc: string, rssi: number) =>
  page.evaluate(`setInterval(() => window.dispatchEvent(new CustomEvent('assetreader', {
    detail: { type: 'tag', epc: '${epc}', rssi: ${rssi} },
  })), 100)`)
