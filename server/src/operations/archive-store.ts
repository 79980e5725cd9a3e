import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bucket, type BucketSettings, openBucket } from '#kernel/files/bucket.ts'
import { filesInBucket, filesInFolder, type WorkFiles } from '#kernel/files/work-files.ts'

/** Where archives are. A file appears under its name when it is published, whole or not at all. */
export type ArchiveStore = Pick<WorkFiles, 'draft' | 'publish' | 'fetch'> & {
  /** A description for the operator. */
  place: string
  /** Published files and drafts that were left behind. */
  entries(): AsyncIterable<{ name: string; bytes: number }>
}

function archivesInFolder(folder: string): ArchiveStore {
  const pathOf = (name: string) => join(folder, name)
  const draftOf = (name: string) => pathOf(`${name}.part`)
  return {
    place: folder,
    fetch: filesInFolder(folder).fetch,
    async draft(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return draftOf(name)
    },
    async publish(name) {
      const file = await open(draftOf(name))
      await file.sync().finally(() => file.close())
      await rename(draftOf(name), pathOf(name))
    },
    async *entries() {
      for (const name of (await readdir(folder)).sort())
        yield { name, bytes: (await stat(pathOf(name))).size }
    },
  }
}

const prefix = 'archives'

/** A file is written to `DATA_DIR` before it is uploaded, and is read from there after it is downloaded. */
const archivesInBucket = (bucket: Bucket, dataDir: string): ArchiveStore => ({
  ...filesInBucket(bucket, prefix, join(dataDir, prefix)),
  place: `the bucket, below ${prefix}/`,
  async *entries() {
    for await (const page of bucket.list(`${prefix}/`))
      yield* page.map(({ key, bytes }) => ({ name: key.slice(prefix.length + 1), bytes }))
  },
})

type Settings = { folder: string | undefined; bucket: BucketSettings | undefined; dataDir: string }

/** A folder that is named comes before the bucket of the installation. */
export function openArchives({ folder, bucket, dataDir }: Settings): ArchiveStore | undefined {
  if (folder !== undefined) return archivesInFolder(folder)
  return bucket && archivesInBucket(openBucket(bucket), dataDir)
}
