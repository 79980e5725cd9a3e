import type { Page } from '@playwright/test'
import type { Session } from './people.ts'

/** A screen without a person, a form or a request: without a token it only shows a message. */
const nowhere = '/confirm-email'
const sign = 'main:not(#content, :has(form)) a[href="/login"]'

const isLoaded = (page: Page) => page.url() !== 'about:blank'

/** Simulates that another tab changed the signed-in person: the app follows and clears its cache. */
const tellApp = `dispatchEvent(new StorageEvent('storage', { key: 'user' }))`
const forgetResponses = `
  const user = localStorage.getItem('user')
  if (user !== null) {
    localStorage.setItem('user', '{"_id":"nobody"}')
    ${tellApp}
    localStorage.setItem('user', user)
    ${tellApp}
  }`

async function goNowhere(page: Page) {
  if (page.url().endsWith(nowhere)) return
  await page.evaluate(`history.pushState({}, '', '${nowhere}')`)
  await page.locator(sign).waitFor()
  await page.evaluate(`{ ${forgetResponses} }`)
}

/**
 * Opens an address like a page load, but inside the running app: no form, dialog or cached response is left.
 */
export async function go(page: Page, address: string): Promise<void> {
  if (!isLoaded(page)) return void (await page.goto(address, { waitUntil: 'commit' }))
  await goNowhere(page)
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)
}

/** An open confirmation may block the navigation. Its first button has the focus. */
async function answerQuestion(page: Page) {
  if ((await page.locator('[role=dialog] button[data-autofocus]').count()) > 0)
    await page.keyboard.press('Escape')
}

/** The app keeps running, but nobody is signed in, nothing is stored, and no request is mocked. */
export async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!isLoaded(page)) return
  await answerQuestion(page)
  await goNowhere(page)
  await page.mouse.move(0, 0)
  await page.evaluate(`{ localStorage.clear(); sessionStorage.clear(); ${tellApp} }`)
}

/** Stops the app; it starts again as in a new browser. */
export async function stop(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  await page.context().setStorageState({ cookies: [], origins: [] })
}

/** Continues as this person; their screens have to be opened afterwards. */
export async function resume(page: Page, { token, user, cookies }: Session): Promise<void> {
  const context = page.context()
  const localStorage = { authToken: token, user: JSON.stringify(user) }
  if (!isLoaded(page)) {
    const items = Object.entries(localStorage).map(([name, value]) => ({ name, value }))
    const origins = [{ origin: process.env.E2E_ADDRESS ?? '', localStorage: items }]
    return context.setStorageState({ cookies, origins })
  }
  await goNowhere(page)
  await context.addCookies(cookies)
  await page.evaluate(`{ Object.assign(localStorage, ${JSON.stringify(localStorage)}); ${tellApp} }`)
}
