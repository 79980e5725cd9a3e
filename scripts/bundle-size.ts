import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webDir } from './web-build.ts'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[] }
type Part = { file: string; bytes: number }
type Page = { name: string; parts: Part[]; kilobytes: number }

const mostForLogin = 150
const mostForAnyPage = 280

const entry = 'index.html'
const everywhere = [entry, 'src/root.tsx']
const publicLayout = 'src/features/identity/public-layout.tsx'
const shell = 'src/shell/shell.tsx'
const list = 'src/screens.tsx'
const identity = (screen: string) => `src/features/identity/${screen}.tsx`
const login = identity('login')
const publicScreens = [login, ...['register', 'forgot-password', 'reset-password'].map(identity)]

const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

function chunkOf(key: string): Chunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The built web app has no part called ${key}`)
  return chunk
}

function collect(key: string, files: Set<string>): void {
  const { file, imports = [] } = chunkOf(key)
  if (files.has(file)) return
  files.add(file)
  for (const next of imports) collect(next, files)
}

const weighed = new Map<string, number>()
function weightOf(file: string): number {
  const bytes = weighed.get(file) ?? gzipSync(readFileSync(join(webDir, file)), { level: 9 }).length
  weighed.set(file, bytes)
  return bytes
}

/** What the router loads for one screen: what all have, the layout around it, and the screen itself. */
function pageOf(screen: string): Page {
  const files = new Set<string>()
  const around = publicScreens.includes(screen) ? [publicLayout] : [shell, list]
  for (const part of [...everywhere, ...around, screen]) collect(part, files)
  const parts = [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, bytes: weightOf(file) }))
    .sort((a, b) => b.bytes - a.bytes)
  const kilobytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return { name: screen.startsWith('src/') ? screen : (chunkOf(screen).name ?? screen), parts, kilobytes }
}

function report(what: string, { parts, kilobytes }: Page, limit: number): boolean {
  for (const { file, bytes } of parts.slice(0, 6))
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`)
  const ok = kilobytes <= limit
  const size = `${kilobytes.toFixed(1)} kB gzipped in ${parts.length} files`
  console.log(`${what} ${size}, limit ${limit} ${ok ? 'ok' : 'too big'}\n`)
  return ok
}

const frames = [...everywhere, publicLayout, shell, list]
const listed = [entry, list].flatMap((part) => chunkOf(part).dynamicImports ?? [])
const screens = listed.filter((part) => !frames.includes(part))
const pages = screens.map(pageOf).sort((a, b) => b.kilobytes - a.kilobytes)
const [largest] = pages
if (largest === undefined) throw new Error('The built web app has no screens')

const loginFits = report('login-javascript', pageOf(login), mostForLogin)
const allFit = report(`largest-page-javascript ${largest.name}`, largest, mostForAnyPage)
for (const { name, kilobytes } of pages.filter((page) => page.kilobytes > mostForAnyPage))
  console.log(`too big: ${name} ${kilobytes.toFixed(1)} kB`)
process.exitCode = loginFits && allFit ? 0 : 1
