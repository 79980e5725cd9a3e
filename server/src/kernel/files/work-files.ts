import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Bucket, unlessAway } from './bucket.ts'
import { removeStrays } from './stray-files.ts'

type Opened = { stream: Readable; size: number; taken: () => number }
type Named = (names: string[]) => Promise<Iterable<string | null>>

/**
 * Files that one process writes and another reads: uploads until they are read, workbooks until they are
 * downloaded.
 */
export type WorkFiles = {
  /** Where a process writes the file, on its own disk. */
  draft(name: string): Promise<string>
  /** From now on every process can read it. */
  publish(name: string): Promise<void>
  /** A local path to read it from until it is released; rejects with ENOENT if there is no such file. */
  fetch(name: string): Promise<{ path: string; release(): Promise<void> }>
  open(name: string): Promise<Opened | undefined>
  remove(name: string): Promise<void>
  /** Deletes files that nothing refers to and that were not touched for a day. */
  removeStrays(named: Named): Promise<void>
}

function counting(source: Readable, size: number): Opened {
  let read = 0
  async function* counted() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      read += chunk.length
      yield chunk
    }
  }
  const stream = Readable.from(counted(), { objectMode: false })
  return { stream, size, taken: () => read - stream.readableLength }
}

/** API and worker share the folder. */
export function filesInFolder(folder: string): WorkFiles {
  const pathOf = (name: string) => join(folder, name)
  return {
    async draft(name) {
      await mkdir(folder, { recursive: true })
      return pathOf(name)
    },
    publish: async () => undefined,
    fetch: async (name) => ({ path: pathOf(name), release: async () => undefined }),
    async open(name) {
      const facts = await stat(pathOf(name)).catch(() => undefined)
      if (facts === undefined) return undefined
      const stream = createReadStream(pathOf(name))
      return { stream, size: facts.size, taken: () => stream.bytesRead - stream.readableLength }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    removeStrays: (named) => removeStrays(folder, named),
  }
}

const day = 24 * 60 * 60 * 1000

/** Each process has its own folder for temporary files; they share the bucket. */
export function filesInBucket(bucket: Bucket, prefix: string, folder: string): WorkFiles {
  const keyOf = (name: string) => `${prefix}/${name}`
  const draft = async (name: string) => {
    await mkdir(folder, { recursive: true })
    return join(folder, name)
  }
  return {
    draft,
    async publish(name) {
      await bucket.putFile(keyOf(name), join(folder, name))
      await rm(join(folder, name), { force: true })
    },
    async fetch(name) {
      const path = await draft(`${name}.copy`)
      if (!(await bucket.getFile(keyOf(name), path)))
        throw Object.assign(new Error(`There is no ${keyOf(name)}`), { code: 'ENOENT' })
      return { path, release: () => rm(path, { force: true }) }
    },
    async open(name) {
      const found = await bucket.open(keyOf(name))
      return found && counting(found.stream, found.size)
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
      await unlessAway(bucket.remove(keyOf(name)))
    },
    async removeStrays(named) {
      await removeStrays(folder, async () => [])
      for await (const entries of bucket.list(`${prefix}/`)) {
        const old = entries.filter(({ modified }) => modified < Date.now() - day)
        const names = old.map(({ key }) => key.slice(prefix.length + 1))
        const kept = new Set(names.length === 0 ? [] : await named(names))
        for (const name of names) if (!kept.has(name)) await bucket.remove(keyOf(name))
      }
    },
  }
}
