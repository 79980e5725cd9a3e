import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres, unsynced } from '../../scripts/postgres/postgres.ts'
import { findBinaries } from '../../scripts/postgres/postgres-binaries.ts'
import { findNats } from '../../scripts/readers/nats.ts'
import { root } from '../../scripts/sources.ts'
import { standardAppRole } from '../src/kernel/db/grants.ts'
import { migrate } from '../src/kernel/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateDatabase = 'ats_template'
const sessionsOnTemplate = `from pg_stat_activity where datname = '${templateDatabase}' and backend_type = 'client backend'`

/** One PostgreSQL for the whole run; its migrated template accepts no sessions, so that it can always be cloned. */
export async function setup(project: TestProject) {
  // Downloaded here if it is missing: the timeout of a single test is too short for it.
  await findNats()
  const from = await serverWithTemplate()
  const postgres = await startPostgres({ from, settings: { ...unsynced, max_connections: '300' } })
  project.provide('postgresUrl', postgres.url())
  return () => postgres.stop()
}

/** All sources that determine the content of the template. */
const templateSources = [
  ...['server/migrations/*.sql', 'server/src/kernel/db/{migrate,grants}.ts', 'server/src/kernel/jobs/*.ts'],
  ...['server/test/postgres-setup.ts', 'package-lock.json'],
]

/**
 * The folder of a stopped server with the template: migrations run once for each version of their sources,
 * not for each test run.
 */
async function serverWithTemplate(): Promise<string> {
  const { folder, major } = await findBinaries(null)
  const hash = createHash('sha256').update(`${folder} ${major}`)
  for (const file of globSync(templateSources, { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  const cache = join(root, 'node_modules/.cache/test-postgres')
  const key = hash.digest('hex').slice(0, 16)
  const kept = join(cache, key)
  if (existsSync(kept)) return kept
  await mkdir(cache, { recursive: true })
  const outdated = (await readdir(cache)).filter((name) => !name.startsWith(key))
  for (const name of outdated) await rm(join(cache, name), { recursive: true, force: true })
  const draft = `${kept}.${process.pid}`
  const postgres = await startPostgres({ dir: draft, settings: unsynced })
  await makeTemplate(postgres).finally(() => postgres.stop())
  // Another test run may have made the same in the meantime.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
  return kept
}

async function makeTemplate(postgres: Postgres) {
  await runOn(postgres.url(), `create role ${standardAppRole} login`)
  await runOn(postgres.url(), `create database ${templateDatabase}`)
  await migrate(postgres.url(templateDatabase))
  await runOn(
    postgres.url(),
    `alter database ${templateDatabase} with is_template true allow_connections false`,
  )
  await runOn(postgres.url(), `select pg_terminate_backend(pid, 5000) ${sessionsOnTemplate}`)
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
