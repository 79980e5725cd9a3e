import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { standardAppRole } from '../src/kernel/db/grants.ts'
import { templateDatabase } from './postgres-setup.ts'

const cloningLock = 727_001

export type TestDatabase = {
  /** Connects as the owner, who may do everything. */
  url: string
  /** Connects as the role of the program. */
  appUrl: string
  drop(): Promise<void>
}

/** A migrated database of its own, usually one per test file. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const url = new URL(inject('postgresUrl'))
  const name = `ats_test_${randomBytes(6).toString('hex')}`
  await asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [cloningLock])
    await client.query(`create database ${name} template ${templateDatabase}`)
  })
  url.pathname = `/${name}`
  const appUrl = new URL(url)
  appUrl.username = standardAppRole
  return {
    url: url.href,
    appUrl: appUrl.href,
    drop: () =>
      asAdministrator(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** The advisory lock ends with the session, so cloning is serialised across test processes. */
async function asAdministrator(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await work(client).finally(() => client.end())
}
