import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../sources.ts'
import { readSchema } from './catalogue.ts'
import { frozenMigrations } from './checksums.ts'
import { lifetimesFile } from './lifetimes-file.ts'
import { schemaFile } from './schema-file.ts'
import { tablesFile } from './tables-file.ts'

const migrations = 'server/migrations'
const checksums = `${migrations}/checksums`

const committed = (path: string) => readFile(join(root, path), 'utf8').catch(() => '')

export const checksumFile = async () => ({
  path: checksums,
  text: await frozenMigrations(join(root, migrations), await committed(checksums)),
})

export const lifetimesPage = () => ({ path: 'docs/run/lifetimes.md', text: lifetimesFile() })

/** The files that follow from a migrated database. */
export async function filesFrom(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const schema = await readSchema(client).finally(() => client.end())
  return [
    { path: 'server/schema.sql', text: schemaFile(schema) },
    { path: 'server/src/kernel/db/tables.ts', text: tablesFile(schema.tables) },
  ]
}

/** The error if a committed file differs from what would be written now. */
export async function drift({ path, text }: { path: string; text: string }): Promise<string | undefined> {
  return (await committed(path)) === text ? undefined : `${path} is not current; run: npm run schema`
}
