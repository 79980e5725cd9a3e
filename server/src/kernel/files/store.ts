import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where images and papers are stored. A small interface, so that another kind of storage can replace it. */
export type Store = {
  /** Stores the bytes under a new unguessable name, and returns the name. */
  put(bytes: Uint8Array, ending: string): Promise<string>
  /** Stores the bytes under their SHA-256, once; touches them if they are there already. */
  putHashed(bytes: Uint8Array, hash: string): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  open(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  /** Resets the file's age, so that clean-up keeps it for another day. */
  touch(name: string): Promise<void>
  /** The names in one part of the store that were not touched for a day, in batches; includes unfinished files. */
  untouched(part: number): AsyncIterable<string[]>
}

type StoredFile = { stream: Readable; size: number }

/** Names are random, so their first two digits distribute them evenly. */
export const storeParts = 256

export const ownName = /^([0-9a-f-]{36}\.[a-z]{3,4}(\.part)?|[0-9a-f]{64})$/
/** The common prefix of the names of one part. */
export const partPrefix = (part: number) => part.toString(16).padStart(2, '0')

const day = 24 * 60 * 60 * 1000
const namesAtATime = 500

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

export function diskStore(folder: string): Store {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    async put(bytes, ending) {
      const name = `${randomUUID()}.${ending}`
      await writeWhole(pathOf(name), `${pathOf(name)}.part`, bytes)
      return name
    },
    async putHashed(bytes, hash) {
      if (await utimes(pathOf(hash), new Date(), new Date()).then(() => true, unlessMissing)) return
      // Two requests may write the same content, so each has an unfinished file of its own.
      await writeWhole(pathOf(hash), pathOf(`${randomUUID()}.new.part`), bytes)
    },
    async get(name) {
      if (!ownName.test(name)) return undefined
      return readFile(pathOf(name)).catch(unlessMissing)
    },
    async open(name) {
      const file = ownName.test(name) ? await open(pathOf(name)).catch(unlessMissing) : undefined
      return file && { stream: file.createReadStream(), size: (await file.stat()).size }
    },
    async remove(name) {
      if (ownName.test(name)) await rm(pathOf(name), { force: true })
    },
    async touch(name) {
      const now = new Date()
      if (ownName.test(name)) await utimes(pathOf(name), now, now).catch(unlessMissing)
    },
    untouched: (part) => untouchedIn(join(folder, partPrefix(part))),
  }
}

async function* untouchedIn(folder: string) {
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries === undefined) return
  let names: string[] = []
  for await (const { name } of entries) {
    const file = ownName.test(name) ? await stat(join(folder, name)).catch(unlessMissing) : undefined
    if (file !== undefined && file.mtimeMs < Date.now() - day) names.push(name)
    if (names.length < namesAtATime) continue
    yield names
    names = []
  }
  yield names
}

/** The file appears under its name only after every byte is on the disk. */
async function writeWhole(path: string, unfinished: string, bytes: Uint8Array) {
  try {
    for (const one of [path, unfinished]) await mkdir(dirname(one), { recursive: true })
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
