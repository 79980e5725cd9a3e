import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where pictures are kept. Two functions, so another kind of storage can take this one's place. */
export type Store = {
  /** Keeps the bytes under a new name that nobody can guess, and returns the name. */
  put(bytes: Uint8Array, ending: string): Promise<string>
  get(name: string): Promise<Buffer | undefined>
}

const ownName = /^[0-9a-f-]{36}\.[a-z]{3,4}$/

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
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
  }
}

/** The file appears under its name only once every byte is on the disk. */
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
