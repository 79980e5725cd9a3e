import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '#kernel/files/bucket.ts'
import { describeFile, type KeptFile, listName } from './manifest.ts'

/** Where the product's files are: its folder, or a bucket. Names have slashes, such as `images/0f/0f….webp`. */
export type FileSource = {
  /** A description for the operator. */
  place: string
  names(): AsyncIterable<string>
  /** Undefined if it was removed in the meantime. */
  read(name: string): Promise<Readable | undefined>
}

/** The product's folders in `DATA_DIR`. */
export const fileFolders = ['images', 'papers', 'imports', 'exports'] as const

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** Only complete files: a file that is being written has another name until the end. */
export function filesOnDisk(dataDir: string): FileSource {
  return {
    place: `DATA_DIR ${dataDir}`,
    async *names() {
      await stat(dataDir).catch((error: unknown) => {
        throw new Error(`DATA_DIR ${dataDir} does not exist, so no files can be backed up`, { cause: error })
      })
      for (const folder of fileFolders) {
        const entries = await opendir(join(dataDir, folder), { recursive: true }).catch(unlessMissing)
        if (entries === undefined) continue
        for await (const entry of entries) {
          if (!entry.isFile() || entry.name.endsWith('.part')) continue
          const path = join(entry.parentPath, entry.name)
          yield path.slice(dataDir.length + 1).replaceAll(sep, '/')
        }
      }
    },
    async read(name) {
      const file = await open(join(dataDir, name)).catch(unlessMissing)
      return file?.createReadStream()
    },
  }
}

export const filesInBucket = (bucket: Bucket): FileSource => ({
  place: 'the bucket',
  async *names() {
    for (const folder of fileFolders)
      for await (const entries of bucket.list(`${folder}/`)) yield* entries.map(({ key }) => key)
  },
  read: async (name) => (await bucket.open(name))?.stream,
})

/** Writes the stream to a file and returns its length and SHA-256. */
export async function writeHashed(stream: Readable, path: string): Promise<Omit<KeptFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(stream, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}

const atOnce = 8

/** Runs the work on all items, some at a time. */
async function onEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>) {
  const iterator = items[Symbol.asyncIterator]()
  const runner = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}

/**
 * Copies the files below `folder` and lists them with their SHA-256; the list may have any length and is
 * never in memory. A file that a row names but that was not copied is looked up again. Returns the names of
 * the missing ones.
 */
export async function backUpFiles(
  source: FileSource,
  folder: string,
  named: AsyncIterable<string[]> = Readable.from([]),
) {
  // Appends, so that lines of files copied at the same time do not mix.
  const list = await open(join(folder, listName), 'ax', 0o600)
  const total = { count: 0, bytes: 0 }
  const copy = async (name: string) => {
    const stream = await source.read(name)
    if (stream === undefined) return false
    const { bytes, sha256 } = await writeHashed(stream, join(folder, 'files', name))
    total.count += 1
    total.bytes += bytes
    await list.appendFile(`${sha256}  files/${name}\n`)
    return true
  }
  const missing: string[] = []
  try {
    await onEach(source.names(), async (name) => void (await copy(name)))
    for await (const names of named)
      for (const name of await notIn(join(folder, 'files'), names))
        if (!(await copy(name))) missing.push(name)
  } finally {
    await list.close()
  }
  return { files: { ...total, list: await describeFile(folder, listName) }, missing }
}

async function notIn(folder: string, names: readonly string[]): Promise<string[]> {
  const lacking: string[] = []
  for (const name of new Set(names))
    if ((await stat(join(folder, name)).catch(unlessMissing)) === undefined) lacking.push(name)
  return lacking
}

async function* linesOf(path: string) {
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  }))
    if (line !== '') yield line
}

/** A name in the list must not lead out of the folder. */
function parseLine(line: string) {
  const [, sha256, name] = /^([0-9a-f]{64}) {2}files\/([\w.-]+(?:\/[\w.-]+)*)$/.exec(line) ?? []
  if (sha256 === undefined || name === undefined || name.split('/').includes('..'))
    throw new Error(`${listName} has a line that cannot be read: ${line.slice(0, 200)}`)
  return { sha256, name }
}

/** Passes every file of the list to `keep`, which returns its SHA-256; throws if one is missing or differs. */
export async function restoreFiles(
  folder: string,
  keep: (name: string, stream: Readable) => Promise<string>,
) {
  const wrong: string[] = []
  let count = 0
  await onEach(linesOf(join(folder, listName)), async (line) => {
    const { sha256, name } = parseLine(line)
    const file = await open(join(folder, 'files', name)).catch(unlessMissing)
    const found = file && (await keep(name, file.createReadStream()))
    if (found === sha256) count += 1
    else wrong.push(found === undefined ? `files/${name} is missing` : `files/${name} has another SHA-256`)
  })
  if (wrong.length > 0) throw new Error(`${wrong.length} files are wrong: ${wrong.slice(0, 5).join(', ')}`)
  return count
}
