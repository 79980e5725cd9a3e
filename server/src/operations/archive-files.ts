import { createReadStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { ArchiveStore } from './archive-store.ts'
import { writeHashed } from './backup-files.ts'
import { sha256Of } from './manifest.ts'

const archivedPart = z.object({
  format: z.literal(1),
  table: z.string(),
  part: z.string(),
  from: z.string(),
  to: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number(),
  /** The sum over the content of the rows, as in a backup. */
  checksum: z.string(),
  file: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  madeAt: z.string(),
})

/** One part of a table in an archive: a file of rows as CSV, compressed by zstd, and what it must contain. */
export type ArchivedPart = z.infer<typeof archivedPart>

const ending = '.json'
const manifestOf = (part: string) => `${part}${ending}`
const fileOf = (part: string) => `${part}.csv.zst`

/** Writes a file to its draft, which a killed run may have left behind, and publishes it. */
async function keep<T>(store: ArchiveStore, name: string, write: (path: string) => Promise<T>): Promise<T> {
  const path = await store.draft(name)
  await rm(path, { force: true })
  try {
    const written = await write(path)
    await store.publish(name)
    return written
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads a file as a local one. */
async function reading<T>(store: ArchiveStore, name: string, read: (path: string) => Promise<T>): Promise<T> {
  const { path, release } = await store.fetch(name)
  return read(path).finally(release)
}

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** The description comes last: a file without one is no archive. */
export async function writePart(
  store: ArchiveStore,
  rows: Readable,
  described: Omit<ArchivedPart, 'format' | 'file' | 'bytes' | 'sha256' | 'madeAt'>,
): Promise<void> {
  const file = fileOf(described.part)
  const written = await keep(store, file, async (path) => {
    const compressed = createZstdCompress()
    const [facts] = await Promise.all([writeHashed(compressed, path), pipeline(rows, compressed)])
    return facts
  })
  const whole: ArchivedPart = {
    ...{ format: 1, ...described, file, ...written },
    madeAt: new Date().toISOString(),
  }
  const text = `${JSON.stringify(whole, null, 2)}\n`
  await keep(store, manifestOf(described.part), (path) => writeFile(path, text, { mode: 0o600 }))
}

export async function readPart(store: ArchiveStore, part: string): Promise<ArchivedPart> {
  const name = manifestOf(part)
  const text = await reading(store, name, (path) => readFile(path, 'utf8')).catch(unlessMissing)
  if (text === undefined)
    throw new Error(`There is no archive of ${part} in ${store.place}: ${name} is missing`)
  return archivedPart.parse(JSON.parse(text))
}

/** The rows of a file, as CSV with a header. */
function rowsOf(path: string): Readable {
  const rows = createZstdDecompress()
  pipeline(createReadStream(path), rows).catch((error: Error) => rows.destroy(error))
  return rows
}

export async function partsIn(store: ArchiveStore): Promise<ArchivedPart[]> {
  const parts: ArchivedPart[] = []
  for await (const { name } of store.entries())
    if (name.endsWith(ending)) parts.push(await readPart(store, name.slice(0, -ending.length)))
  return parts
}

/**
 * Compares a file with its description, without the database: bytes, and the number of rows. If it is whole,
 * `use` gets its rows.
 */
export async function problemsOf(
  store: ArchiveStore,
  { file, sha256, rows: expected }: ArchivedPart,
  use: (rows: Readable) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const fetched = await store.fetch(file).catch(unlessMissing)
  const found = fetched && (await sha256Of(fetched.path).catch(unlessMissing))
  if (fetched === undefined || found === undefined) return [`${file} is missing`]
  try {
    if (found !== sha256) return [`${file} has another SHA-256 than when it was written`]
    const rows = await countRows(rowsOf(fetched.path))
    if (rows !== expected) return [`${file} has ${rows} rows instead of ${expected}`]
    await use(rowsOf(fetched.path))
    return []
  } finally {
    await fetched.release()
  }
}

const [quote, lineEnd] = [0x22, 0x0a]

/** The lines of a CSV without its header. A line break between quotes belongs to a value. */
async function countRows(csv: AsyncIterable<Buffer>): Promise<number> {
  let [lines, isQuoted] = [0, false]
  for await (const chunk of csv)
    for (const byte of chunk) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineEnd && !isQuoted) lines += 1
    }
  return Math.max(0, lines - 1)
}
