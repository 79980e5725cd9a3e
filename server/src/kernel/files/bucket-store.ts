import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Bucket, unlessAway } from './bucket.ts'
import { ownName, partPrefix, type Store } from './store.ts'

const day = 24 * 60 * 60 * 1000

/** Images or papers in a bucket: an object appears whole or not at all, so there are no unfinished ones. */
export function bucketStore(bucket: Bucket, folder = 'images'): Store {
  const keyOf = (name: string) => join(folder, name.slice(0, 2), name)
  async function rewrite(key: string) {
    const bytes = await bucket.get(key)
    if (bytes !== undefined) await bucket.put(key, bytes)
  }
  return {
    async put(bytes, ending) {
      const name = `${randomUUID()}.${ending}`
      await bucket.put(keyOf(name), bytes)
      return name
    },
    async putHashed(bytes, hash) {
      await bucket.put(keyOf(hash), bytes)
    },
    async open(name) {
      return ownName.test(name) ? bucket.open(keyOf(name)) : undefined
    },
    async get(name) {
      return ownName.test(name) ? bucket.get(keyOf(name)) : undefined
    },
    async remove(name) {
      if (ownName.test(name)) await bucket.remove(keyOf(name))
    },
    // Uploads the object again: not every server accepts a copy of an object onto itself.
    async touch(name) {
      if (ownName.test(name)) await unlessAway(rewrite(keyOf(name)))
    },
    async *untouched(part) {
      for await (const entries of bucket.list(`${folder}/${partPrefix(part)}/`)) {
        const old = entries.filter(({ modified }) => modified < Date.now() - day)
        yield old.map(({ key }) => key.slice(key.lastIndexOf('/') + 1)).filter((name) => ownName.test(name))
      }
    },
  }
}
