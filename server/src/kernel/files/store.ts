import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Where images are stored. A small interface, so that another kind of storage can replace it. */
export type Store = {
  /** Stores the bytes under a new unguessable name, and returns the name. */
  put(bytes: Uint8Array, ending: string): Promise<string>
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  /** Resets the file's age, so that clean-up keeps it for another day. */
  touch(name: string): Promise<void>
  /** The names in one part of the store that were not touched for a day, in batches; includes unfinished files. */
  untouched(part: number): AsyncIterable<string[]>
}

/** Names are random, so their first two digits distribute them evenly. */
export const storeParts = 256

export const ownName = /^[0-9a-f-]{36}\.[a-z]{3,4}(\.part)?$/
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
      const path = pathOf(name)
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true })
      await writeWhole(path, bytes)
      return name
    },
    async get(name) {
      if (!ownName.test(name)) return undefined
      return readFile(pathOf(name)).catch(unlessMissing)
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
async function writeWhole(path: string, bytes: Uint8Array) {
  const unfinished = `${path}.part`
  try {
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
