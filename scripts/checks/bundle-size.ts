import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webDir } from '../web-build.ts'

/** A file of the built web app: its static imports, its styles, and the dynamic imports of each of its modules. */
type Part = { file: string; imports: string[]; styles: string[]; modules: Record<string, string[]> }
type Page = {
  name: string
  files: { file: string; bytes: number }[]
  kilobytes: number
  styles: { kilobytes: number; files: number }
}

const login = { kilobytes: 151, scripts: 4, styles: 13 }
const anyPage = { kilobytes: 286, scripts: 26, styles: 25 }

const everywhere = ['src/main.tsx', 'src/root.tsx']
const publicLayout = 'src/features/identity/sign-in/public-layout.tsx'
const shell = 'src/shell/signed-in.tsx'
const routes = 'src/routes.tsx'
const loginScreen = 'src/features/identity/sign-in/login.tsx'

const parts = JSON.parse(readFileSync(join(webDir, '.vite/parts.json'), 'utf8')) as Part[]
const partOf = new Map(parts.flatMap((part) => Object.keys(part.modules).map((name) => [name, part])))
const partCalled = new Map(parts.map((part) => [part.file, part]))

function needed<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`The built web app has no part called ${name}`)
  return found
}

const loadedLater = (name: string) => needed(partOf.get(name), name).modules[name] ?? []

function collect(part: Part, files: Set<string>): void {
  if (files.has(part.file)) return
  files.add(part.file)
  for (const file of part.imports) collect(needed(partCalled.get(file), file), files)
}

const weighed = new Map<string, number>()
function weightOf(file: string): number {
  const bytes = weighed.get(file) ?? gzipSync(readFileSync(join(webDir, file)), { level: 9 }).length
  weighed.set(file, bytes)
  return bytes
}

const kilobytesOf = (files: Set<string>) => [...files].reduce((sum, file) => sum + weightOf(file), 0) / 1000

/** The files that the router loads for one screen: the shared ones, the layout around it, and the screen itself. */
function pageOf(screen: string, around: string[]): Page {
  const found = new Set<string>()
  for (const name of [...everywhere, ...around, screen]) collect(needed(partOf.get(name), name), found)
  const files = [...found].map((file) => ({ file, bytes: weightOf(file) })).sort((a, b) => b.bytes - a.bytes)
  const styles = new Set([...found].flatMap((file) => needed(partCalled.get(file), file).styles))
  return {
    name: screen,
    files,
    kilobytes: kilobytesOf(found),
    styles: { kilobytes: kilobytesOf(styles), files: styles.size },
  }
}

function report(what: string, { name, files, kilobytes, styles }: Page, limit: typeof login): boolean {
  for (const { file, bytes } of files.slice(0, 6))
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`)
  const ok = kilobytes <= limit.kilobytes && files.length <= limit.scripts && styles.kilobytes <= limit.styles
  const size = `${kilobytes.toFixed(1)} kB gzipped in ${files.length} scripts`
  const styled = `styles ${styles.kilobytes.toFixed(1)} kB in ${styles.files}`
  const limits = `limit ${limit.kilobytes} in ${limit.scripts}, styles ${limit.styles}`
  console.log(`${what} ${name} ${size}, ${styled}, ${limits} ${ok ? 'ok' : 'too big'}\n`)
  return ok
}

const publicScreens = loadedLater(routes).filter(
  (name) => name.includes('/identity/') && name !== publicLayout,
)
const declarations = [...partOf.keys()].filter((name) => /^src\/screens(\/[\w-]+)?\.ts$/.test(name))
const frames = [...everywhere, publicLayout, shell]
const screens = [...declarations, routes]
  .flatMap(loadedLater)
  .filter((name) => !frames.includes(name) && !publicScreens.includes(name))
const pages = [
  ...publicScreens.map((name) => pageOf(name, [publicLayout])),
  ...screens.map((name) => pageOf(name, [shell])),
].sort((a, b) => b.kilobytes - a.kilobytes)
const [largest] = pages
if (largest === undefined) throw new Error('The built web app has no screens')

const pageWithMost = (count: (page: Page) => number) =>
  pages.reduce((one, page) => (count(page) > count(one) ? page : one), largest)
const fits = [
  report('login', pageOf(loginScreen, [publicLayout]), login),
  report('largest page', largest, anyPage),
  report(
    'most scripts',
    pageWithMost(({ files }) => files.length),
    anyPage,
  ),
  report(
    'most styles',
    pageWithMost(({ styles }) => styles.kilobytes),
    anyPage,
  ),
]
process.exitCode = fits.every(Boolean) ? 0 : 1
