import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'

export type Statement = { text: string; values: (string | null)[] }

/** Settings that a server needs so that its statements can be recorded. */
export const recordingSettings = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'recorded',
  log_filename: 'statements.log',
  log_rotation_age: '0',
  log_rotation_size: '0',
}

/** The statements, with their values, that PostgreSQL ran for the API during the work. */
export async function statementsDuring(postgres: Postgres, database: string, work: () => Promise<void>) {
  const file = join(postgres.dir, 'recorded', 'statements.json')
  const before = existsSync(file) ? readFileSync(file).length : 0
  await setLogging(postgres, 'all')
  await work()
  await setLogging(postgres, 'none')
  const lines = readFileSync(file).subarray(before).toString().split('\n').filter(Boolean)
  return (
    lines
      .map((line) => JSON.parse(line) as Entry)
      // The worker polls for jobs all the time, under another application name.
      .filter((entry) => entry.dbname === database && /^ats \d/.test(entry.application_name ?? ''))
      .flatMap(toStatement)
  )
}

type Entry = { dbname?: string; application_name?: string; message: string; detail?: string }

async function setLogging(postgres: Postgres, what: 'all' | 'none'): Promise<void> {
  await onDatabase(postgres.url(), `alter system set log_statement = '${what}'`, 'select pg_reload_conf()')
  // Sessions apply the new setting between two statements, and the log is written asynchronously.
  await delay(500)
}

function toStatement({ message, detail }: Entry): Statement[] {
  const text = /^(?:statement|execute [^:]*): (.*)$/s.exec(message)?.[1]
  return text === undefined ? [] : [{ text, values: valuesOf(detail ?? '') }]
}

/** Reads `parameters: $1 = 'it''s', $2 = NULL`. */
function valuesOf(detail: string): (string | null)[] {
  return [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, quoted]) =>
    quoted === undefined ? null : quoted.replaceAll("''", "'"),
  )
}
