import type pg from 'pg'
import { ping } from '#features/papers/clamd.ts'
import { openFiles } from '#kernel/files/open-files.ts'
import type { Config } from '../config.ts'
import { type Check, failed, ok, reasonOf } from './findings.ts'

const mostOnDisk = 5000
/** A bucket takes much longer for each file. */
const mostInBucket = 50

const some = `select hash from papers where deleted_at is null order by uploaded_at desc limit $1`

/** Whether the newest papers have their files, and whether the virus scanner answers. */
const papers = (connect: () => Promise<pg.Client>, config: Config) => async () => {
  const { papers: store } = openFiles(config)
  const client = await connect()
  const most = config.bucket === undefined ? mostOnDisk : mostInBucket
  const { rows } = await client.query<{ hash: string }>(some, [most]).finally(() => client.end())
  const missing: string[] = []
  for (const { hash } of rows) {
    const file = await store.open(hash)
    file?.stream.destroy()
    if (file === undefined) missing.push(hash)
  }
  if (missing.length > 0)
    return failed(
      `${missing.length} of the newest ${rows.length} papers have no file, such as papers/${missing[0]?.slice(0, 2)}/${missing[0]}: restore them from a backup`,
    )
  const away = config.papers.clamd && (await ping(config.papers.clamd).catch((error: unknown) => error))
  if (away !== undefined)
    return failed(`the virus scanner does not answer: ${reasonOf(away)}; new papers wait. Check CLAMD_URL`)
  return ok(`the newest ${rows.length} have their files`)
}

export const paperChecks = (connect: () => Promise<pg.Client>, config: Config): Record<string, Check> => ({
  papers: papers(connect, config),
})
