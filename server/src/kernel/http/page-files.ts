import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The built web app lists the files of each screen (`web/page-files.ts`). */
const list = z.object({ screens: z.record(z.string(), z.array(z.string())), login: z.array(z.string()) })

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
const linksTo = (files: string[]) => files.map(linkTo).join('')

const addressesOf = (path: string) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`)
const places = (path: string) => path.split('$').length

/**
 * The links to the files of the screen at an address, for the head of the page: the browser loads them at
 * once and does not find one in another. Without a session, only the sign-in page has links.
 */
export function pageLinks(folder: string | undefined) {
  const path = join(folder ?? '', '.vite/pages.json')
  if (folder === undefined || !existsSync(path)) return () => ''
  const { screens, login } = list.parse(JSON.parse(readFileSync(path, 'utf8')))
  // A declared address is preferred to one with a city or an id in its place.
  const pages = Object.entries(screens)
    .sort(([a], [b]) => places(a) - places(b))
    .map(([screen, files]) => ({ addresses: addressesOf(screen), links: linksTo(files) }))
  const loginLinks = linksTo(login)
  return (url: string, isSignedIn: boolean) => {
    const [address = ''] = url.split('?', 1)
    if (!isSignedIn) return /^\/(login\/?)?$/.test(address) ? loginLinks : ''
    return pages.find(({ addresses }) => addresses.test(address))?.links ?? ''
  }
}
