import type { Page } from '@playwright/test'
import type { Session } from './people.ts'

/** A screen without a person, a form or a request: without its token it only says so. */
const nowhere = '/confirm-email'
const sign = 'main:not(#content, :has(form)) a[href="/login"]'

const isLoaded = (page: Page) => page.url() !== 'about:blank'

/** Another tab of the browser changed who is signed in: the app follows, and forgets the responses to the person before. */
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

/** Opens an address as a load of the page does, but within the app where it runs already: no form, dialog or response is left. */
export async function go(page: Page, address: string): Promise<void> {
  if (!isLoaded(page)) return void (await page.goto(address, { waitUntil: 'commit' }))
  await goNowhere(page)
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)
}

/** An open question may hold up the way to another screen. Its first button has the focus. */
async function answerQuestion(page: Page) {
  if ((await page.locator('[role=dialog] button[data-autofocus]').count()) > 0)
    await page.keyboard.press('Escape')
}

/** The app runs on, but nobody is signed in, nothing is stored and every request reaches the server. */
export async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!isLoaded(page)) return
  await answerQuestion(page)
  await goNowhere(page)
  await page.mouse.move(0, 0)
  await page.evaluate(`{ localStorage.clear(); sessionStorage.clear(); ${tellApp} }`)
}

/** The app does not run, and will start as in a new browser. */
export async function stop(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  await page.context().setStorageState({ cookies: [], origins: [] })
}

/** The browser goes on as this person; their screens have to be opened then. */
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
