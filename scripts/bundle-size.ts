import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webDir } from './web-build.ts'

type Chunk = { file: string; imports?: string[] }

const mostKilobytes = 150
/** What the router loads for /login, outermost first. */
const loginParts = [
  'index.html',
  'src/root.tsx',
  'src/features/identity/public-layout.tsx',
  'src/features/identity/login.tsx',
]

const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

function collect(key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The built web app has no part called ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, files)
}

const files = new Set<string>()
for (const part of loginParts) collect(part, files)
const sizes = [...files]
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(webDir, file)), { level: 9 }).length }))
  .sort((a, b) => b.bytes - a.bytes)
const kilobytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

for (const { file, bytes } of sizes.slice(0, 6))
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`)
const ok = kilobytes <= mostKilobytes
console.log(
  `login-javascript ${kilobytes.toFixed(1)} kB gzipped in ${sizes.length} files, limit ${mostKilobytes} ${ok ? 'ok' : 'too big'}`,
)
process.exitCode = ok ? 0 : 1
