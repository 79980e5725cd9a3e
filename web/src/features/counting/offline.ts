import { offlineCache, workerAddress } from '#kernel/offline-cache.ts'

const ownAddress = '/count'
const cameraAddress = '/scan'

/** Files with a hash in their name that a page begins with. */
const filesIn = (page: string) =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '')

const filesLoaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

async function keepFiles(cache: Cache, files: string[]) {
  for (const file of new Set(files)) if ((await cache.match(file)) === undefined) await cache.add(file)
}

const asPage = { headers: { accept: 'text/html' }, cache: 'no-store' } as const

/** Only where there is none yet: the browser looks for a newer one by itself, and says nothing where it finds no network. */
async function register(scope: string) {
  const known = await navigator.serviceWorker.getRegistration(scope)
  if (known === undefined) await navigator.serviceWorker.register(workerAddress, { scope })
}

/**
 * Answers whether the app opens without a network from now on. The page itself is kept last, with the headers it came with, and
 * only if it is of the version that runs here, all of whose files are there by then.
 */
export async function keepForOffline(loadLater: (() => Promise<unknown>)[]): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const cache = await caches.open(offlineCache)
  const before = await (await cache.match(ownAddress))?.text()
  if (!navigator.onLine) return before !== undefined
  await Promise.all([register(ownAddress), register(cameraAddress), ...loadLater.map((load) => load())])
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const page = await fetch(ownAddress, asPage)
  const html = await page.clone().text()
  if (!page.ok || !entry || !html.includes(entry)) return before !== undefined
  const camera = await fetch(cameraAddress, asPage)
  const files = [...filesIn(html), ...filesIn(await camera.clone().text()), ...filesLoaded()]
  await keepFiles(cache, files)
  await cache.put(cameraAddress, camera)
  await cache.put(ownAddress, page)
  if (before !== undefined && !before.includes(entry)) await forgetFiles(cache, files)
  await navigator.serviceWorker.ready
  return true
}

/** Those of an older version. The decoder of the camera is fetched when it is first needed, and stays. */
async function forgetFiles(cache: Cache, needed: string[]) {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    const isFile = pathname.startsWith('/assets/') && !pathname.endsWith('.wasm')
    if (isFile && !needed.includes(pathname)) await cache.delete(request)
  }
}

/** The browser is asked not to clear away what waits when it runs out of room, and what to call this app on a home screen. */
export function becomeInstallable() {
  void navigator.storage?.persist?.()
  if (document.querySelector('link[rel=manifest]') !== null) return
  const links = [
    { rel: 'manifest', href: '/count.webmanifest' },
    { rel: 'apple-touch-icon', href: '/icons/count-192.png' },
  ]
  for (const link of links) document.head.append(Object.assign(document.createElement('link'), link))
}
