import { join } from 'node:path'
import type { Services } from '#kernel/services.ts'
import { type BucketSettings, openBucket } from './bucket.ts'
import { bucketStore } from './bucket-store.ts'
import { diskStore } from './store.ts'
import { filesInBucket, filesInFolder } from './work-files.ts'

type Place = { dataDir: string; bucket?: BucketSettings | undefined }

/**
 * Files are in `DATA_DIR`, which API and worker then share, or in a bucket; each process then has its own
 * folder for temporary files.
 */
export function openFiles({
  dataDir,
  bucket: settings,
}: Place): Pick<Services, 'store' | 'papers' | 'files'> {
  const folder = (name: string) => join(dataDir, name)
  if (settings === undefined)
    return {
      store: diskStore(folder('images')),
      papers: diskStore(folder('papers')),
      files: { imports: filesInFolder(folder('imports')), exports: filesInFolder(folder('exports')) },
    }
  const bucket = openBucket(settings)
  const inBucket = (name: string) => filesInBucket(bucket, name, folder(name))
  return {
    store: bucketStore(bucket),
    papers: bucketStore(bucket, 'papers'),
    files: { imports: inBucket('imports'), exports: inBucket('exports') },
  }
}
