import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { root } from '../sources.ts'
import { checksumFile, filesFrom, lifetimesPage } from './files.ts'

/**
 * Writes the files that follow from the migrations (checksums, schema.sql and the types of the tables) and the
 * page that follows from the lifetimes of tables.
 */
async function emit() {
  const frozen = await checksumFile()
  const postgres = await startPostgres({ settings: { fsync: 'off' } })
  try {
    await migrate(postgres.url())
    for (const { path, text } of [frozen, lifetimesPage(), ...(await filesFrom(postgres.url()))]) {
      await writeFile(join(root, path), text)
      console.log(`wrote ${path}`)
    }
  } finally {
    await postgres.stop()
  }
}

await emit().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
