import { offlineCache, workerAddress } from '#kernel/device/offline-cache.ts'
import { filesNamedIn } from './files-named-in.ts'
import { waitBeforeTry } from './outbox/backoff.ts'

/** The first view has priority. */
const settledMs = 1_500

const ownAddress = '/count'
const cameraAddress = '/scan'
/** Written by the build: every file of the counting app, and the script of the page that identifies the version. */
const listAddress = '/count-files.json'

type LoadLate = (() => Promise<unknown>)[]
type FileList = { entry: string; files: string[] }

/** Fonts and other files that style sheets load; the app works without them. */
const filesLoaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

async function keepFiles(cache: Cache, files: string[]) {
  for (const file of new Set(files)) if ((await cache.match(file)) === undefined) await cache.add(file)
}

/** The camera page is small: caches the files that it references, recursively, including the decoder. */
async function keepCamera(cache: Cache): Promise<string[]> {
  const page = await fetch(cameraAddress, asPage)
  if (!page.ok) throw new Error(`${cameraAddress}: ${page.status}`)
  const files = new Set<string>()
  const waiting = filesNamedIn(await page.clone().text())
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    await keepFiles(cache, [file])
    if (file.endsWith('.js')) waiting.push(...filesNamedIn((await (await cache.match(file))?.text()) ?? ''))
  }
  await cache.put(cameraAddress, page)
  return [...files]
}

/** Whether everything that the stored page needs is stored too; the browser may have evicted a part. */
async function isStored(cache: Cache): Promise<boolean> {
  const list = (await (await cache.match(listAddress))?.json()) as FileList | undefined
  const page = await (await cache.match(ownAddress))?.text()
  if (list === undefined || page === undefined || !page.includes(list.entry)) return false
  for (const file of [...list.files, cameraAddress]) if ((await cache.match(file)) === undefined) return false
  return true
}

const isRunning = (entry: string) => document.querySelector(`script[src="${entry}"]`) !== null

const asPage = { headers: { accept: 'text/html' }, cache: 'no-store' } as const

/** Registers a worker only if there is none: the browser updates it itself and ignores a missing network. */
async function register(scope: string) {
  const known = await navigator.serviceWorker.getRegistration(scope)
  if (known === undefined) await navigator.serviceWorker.register(workerAddress, { scope })
}

/**
 * Returns whether the app can now start offline. The page is stored last, with its headers, and only if it is
 * the running version with all its files stored.
 */
async function keepForOffline(loadLate: LoadLate): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const cache = await caches.open(offlineCache)
  if (!navigator.onLine) return isStored(cache)
  // The worker does not control a page that was opened at another address; such a page keeps its lazy parts
  // in memory.
  await Promise.all([register(ownAddress), register(cameraAddress), ...loadLate.map((load) => load())])
  const [page, list] = await Promise.all([
    fetch(ownAddress, asPage),
    fetch(listAddress, { cache: 'no-store' }),
  ])
  const html = await page.clone().text()
  const { entry, files } = (await list.clone().json()) as FileList
  // The server has a newer version, which the next visit loads.
  if (!page.ok || !isRunning(entry) || !html.includes(entry)) return isStored(cache)
  await keepFiles(cache, files)
  const ofCamera = await keepCamera(cache)
  const extra = filesLoaded()
  await keepFiles(cache, extra).catch(() => undefined)
  await cache.put(listAddress, list)
  await cache.put(ownAddress, page)
  await forgetFiles(cache, [...files, ...ofCamera, ...extra])
  await navigator.serviceWorker.ready
  return isStored(cache)
}

/** Retries until everything is stored: a failed file or a full disk may be temporary. */
export function keepTryingForOffline(loadLate: LoadLate, kept: (isStored: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const run = async () => {
    const isStored = await keepForOffline(loadLate).catch(() => false)
    kept(isStored)
    if (isStored) return
    failures += 1
    timer = setTimeout(run, waitBeforeTry(failures + 3))
  }
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(run, settledMs)
  }
  again()
  globalThis.addEventListener('online', again)
  return () => {
    clearTimeout(timer)
    globalThis.removeEventListener('online', again)
  }
}

async function forgetFiles(cache: Cache, needed: string[]) {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !needed.includes(pathname)) await cache.delete(request)
  }
}

/**
 * Requests persistent storage, so that the browser does not evict unsent reads, and makes the app
 * installable.
 */
export function becomeInstallable() {
  void navigator.storage?.persist?.()
  if (document.querySelector('link[rel=manifest]') !== null) return
  const links = [
    { rel: 'manifest', href: '/count.webmanifest' },
    { rel: 'apple-touch-icon', href: '/icons/count-192.png' },
  ]
  for (const link of links) document.head.append(Object.assign(document.createElement('link'), link))
}
