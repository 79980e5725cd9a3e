import type { Page, Route } from '@playwright/test'

const problem = (status: number, code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message, error: message, requestId: 'story' }),
})

const speechless = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }

/** Requests to the path fail as if a proxy failed: without a message of the server. */
export const breakCalls = (page: Page, path: string, method?: string) =>
  answerCalls(page, path, speechless, method)

/** Requests to the path fail as if the server had a defect. */
export const failCalls = (page: Page, path: string, method?: string) =>
  answerCalls(page, path, problem(500, 'internal', 'Something went wrong on the server.'), method)

/** Requests to the path get no response. */
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

/** The next request to the path fails; `failed` resolves when it has. */
export async function breakOnce(page: Page, path: string): Promise<{ failed: Promise<void> }> {
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const answer = async (route: Route) => {
    await route.fulfill(speechless)
    resolve()
  }
  await page.route(path, answer, { times: 1 })
  return { failed }
}

/** Holds requests to the path until the returned function is called. */
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
 * Hides changes of parallel stories from the page. It does not use a route, because with one the browser does
 * not cache the app's files between visits.
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
    // A stream that ended would be requested again and again.
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

/** From now on the page receives its stream again. */
export const hearStream = (page: Page) => page.evaluate('globalThis.hearStream()')

/** The paging of a mocked list with a single page. */
export const onePage = { totalIsExact: true, from: 1, previous: null, next: null, last: null }
