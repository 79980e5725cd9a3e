import type { Page, Route } from '@playwright/test'

const problem = (status: number, code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message, error: message, requestId: 'story' }),
})

const speechless = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }

/** The calls to the path fail as if something before the server did: without a text of the server's own. */
export const breakCalls = (page: Page, path: string, method?: string) =>
  answerCalls(page, path, speechless, method)

/** The calls to the path fail as if the server had a defect. */
export const failCalls = (page: Page, path: string, method?: string) =>
  answerCalls(page, path, problem(500, 'internal', 'Something went wrong on the server.'), method)

/** The calls to the path get no answer at all. */
export const cutCalls = (page: Page, path: string) => page.route(path, (route) => route.abort())

export const forbidCalls = (page: Page, path: string) =>
  answerCalls(page, path, problem(403, 'forbidden', 'You may not do this'))

export const answerCalls = (
  page: Page,
  path: string,
  answer: Parameters<Route['fulfill']>[0],
  method?: string,
) =>
  page.route(path, (route) =>
    method === undefined || route.request().method() === method ? route.fulfill(answer) : route.fallback(),
  )

/** The next call to the path fails; `failed` resolves when it has. */
export async function breakOnce(page: Page, path: string): Promise<{ failed: Promise<void> }> {
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const answer = async (route: Route) => {
    await route.fulfill(speechless)
    resolve()
  }
  await page.route(path, answer, { times: 1 })
  return { failed }
}

/** Holds the calls to the path until the returned function is called. */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return letGo
}

/**
 * What others do at the same time does not show on the page. Not by a route: with one, the browser keeps no file of the app from
 * one visit to the next.
 */
export const silenceStream = (page: Page) =>
  page.addInitScript(() => {
    const send = globalThis.fetch
    let isSilent = true
    const hear = new Promise<void>((resolve) => {
      Object.assign(globalThis, { hearStream: resolve })
    }).then(() => {
      isSilent = false
    })
    // A stream that ended would be asked for again and again.
    const silence = (signal: AbortSignal | null | undefined) => {
      const start = (stream: ReadableStreamDefaultController) => {
        void hear.then(() => stream.close()).catch(() => undefined)
        signal?.addEventListener('abort', () => stream.error(signal.reason))
      }
      return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } })
    }
    globalThis.fetch = async (address, init) =>
      isSilent && String(address).startsWith('/api/v1/live') ? silence(init?.signal) : send(address, init)
  })

/** From now on the page hears its stream again. */
export const hearStream = (page: Page) => page.evaluate('globalThis.hearStream()')
