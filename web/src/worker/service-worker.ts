import { offlineCache } from '#kernel/device/offline-cache.ts'

/**
 * The service worker types that are needed here: TypeScript's `dom` and `webworker` libraries cannot be used
 * together.
 */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetched) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as Worker

/** The worker serves two pages: the counting app and the camera page in its frame. */
const pages = ['/count', '/scan']
const patience = 5_000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pages.includes(pathname)) event.respondWith(pageAt(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event, pathname))
})

/**
 * Network first. The cached copy, with its content security policy, is used if the server is slow, down or
 * fails.
 */
async function pageAt(request: Request, pathname: string): Promise<Response> {
  const kept = await keptPage(pathname)
  try {
    const answer = await (kept === undefined ? fetch(request) : Promise.race([fetch(request), tooLate()]))
    return answer.status >= 500 && kept !== undefined ? kept : answer
  } catch (error) {
    if (kept !== undefined) return kept
    throw error
  }
}

const keptPage = async (pathname: string) =>
  (await caches.open(offlineCache)).match(pathname).catch(() => undefined)

const tooLate = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DOMException('Too late', 'TimeoutError')), patience),
  )

/** A file with a hash in its name never changes, so it is cached on its first request. */
async function file(event: Fetched, pathname: string): Promise<Response> {
  const cache = await caches.open(offlineCache).catch(() => undefined)
  const kept = await cache?.match(pathname)
  if (kept !== undefined) return kept
  const answer = await fetch(event.request)
  // On a full disk the file is not cached, and the page still loads.
  if (answer.status === 200 && cache !== undefined)
    event.waitUntil(cache.put(pathname, answer.clone()).catch(() => undefined))
  return answer
}
