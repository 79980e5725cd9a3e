import pg from 'pg'
import { beforeAll, onTestFinished } from 'vitest'
import { applyMissing } from '#kernel/db/migrate.ts'
import { cloneDatabase } from './database.ts'

/** The first migration that version N−1 does not have. */
const firstNew = '067'

/** A database as version N−1 left it, with the rows of `fill`, for all tests of a file. */
export function formerDatabase(fill: (owner: pg.Client) => Promise<void>) {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('drop schema public, staging, jobs cascade; create schema public')
    await applyMissing(owner, undefined, firstNew)
    await fill(owner)
    await owner.end()
    return () => database.drop()
  }, 120_000)
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  return {
    url: () => database.url,
    asOwner: () => connect(database.url),
    asProgram: () => connect(database.appUrl),
  }
}
