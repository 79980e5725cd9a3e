import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { templateDatabase } from './postgres-setup.ts'

const cloningLock = 727_001

/** A migrated database of one's own, usually one per test file. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('postgresUrl'))
  const name = `ats_test_${randomBytes(6).toString('hex')}`
  await asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [cloningLock])
    await client.query(`create database ${name} template ${templateDatabase}`)
  })
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      asAdministrator(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** The advisory lock goes with the session, so cloning is serialised across test processes. */
async function asAdministrator(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await work(client).finally(() => client.end())
}
