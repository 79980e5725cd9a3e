import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres, unsynced } from '../../scripts/postgres/postgres.ts'
import { findNats } from '../../scripts/readers/nats.ts'
import { standardAppRole } from '../src/kernel/db/grants.ts'
import { migrate } from '../src/kernel/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateDatabase = 'ats_template'
const sessionsOnTemplate = `from pg_stat_activity where datname = '${templateDatabase}' and backend_type = 'client backend'`

/** One PostgreSQL for the whole run; its migrated template is closed to sessions so that it can always be cloned. */
export async function setup(project: TestProject) {
  // Fetched here where it is missing: no single test has the time for it.
  await findNats()
  const postgres = await startPostgres({ settings: { ...unsynced, max_connections: '300' } })
  try {
    await runOn(postgres.url(), `create role ${standardAppRole} login`)
    await runOn(postgres.url(), `create database ${templateDatabase}`)
    await migrate(postgres.url(templateDatabase))
    await runOn(
      postgres.url(),
      `alter database ${templateDatabase} with is_template true allow_connections false`,
    )
    await runOn(postgres.url(), `select pg_terminate_backend(pid, 5000) ${sessionsOnTemplate}`)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('postgresUrl', postgres.url())
  return () => postgres.stop()
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
