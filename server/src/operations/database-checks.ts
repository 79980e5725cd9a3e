import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { pooledName } from '#kernel/db/connection.ts'
import { strengthQuery } from '#kernel/db/grants.ts'
import { migrationNames } from '#kernel/db/migrate.ts'
import { everyLifetime } from '#kernel/lifetimes.ts'
import { version } from '#kernel/version.ts'
import { type Check, failed, freeSpace, ok, warning } from './findings.ts'
import { postgresTool } from './postgres-tools.ts'

const oldestMajor = 15
const mostClockMs = 2000
const mostWaitingMinutes = 10
const mostConnectionsShare = 0.8
/** Enough for a query over ten years of the ledger. */
const leastLocks = 256

export type Connect = () => Promise<pg.Client>

/** Queries one row in a separate session, which is then closed: a check that hangs does not affect others. */
export const asking = (connect: Connect) =>
  async function row<Row extends pg.QueryResultRow>(statement: string): Promise<Row> {
    const client = await connect()
    try {
      const { rows } = await client.query<Row>(statement)
      if (rows[0] === undefined) throw new Error('the database gave no answer')
      return rows[0]
    } finally {
      await client.end()
    }
  }
type Ask = ReturnType<typeof asking>

const reachable = (row: Ask) => async () => {
  const began = performance.now()
  const { version, encoding, major } = await row<{ version: string; encoding: string; major: number }>(`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int / 10000 as major`)
  const facts = `PostgreSQL ${version}, ${encoding}, connected and asked in ${Math.round(performance.now() - began)} ms`
  return major < oldestMajor || encoding !== 'UTF8'
    ? failed(`${facts}; needs ${oldestMajor} and UTF8`)
    : ok(facts)
}

const migrated = (row: Ask) => async () => {
  const known = await migrationNames()
  const { applied } = await row<{ applied: string[] }>('select array_agg(name) as applied from migrations')
  const missing = known.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !known.includes(name))
  if (newer.length > 0) return failed(`the database is newer than this program: ${newer.join(', ')}`)
  return missing.length > 0 ? failed(`run migrate: ${missing.join(', ')}`) : ok(`${applied.length} applied`)
}

/** Commits are only durable if PostgreSQL waits for the disk. */
const durable = (row: Ask) => async () => {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']
  const { off } = await row<{ off: string[] }>(`
    select coalesce(array_agg(name || ' = ' || setting), '{}') as off from pg_settings
    where name in (${settings.map((name) => `'${name}'`).join()}) and setting = 'off'`)
  return off.length > 0 ? failed(off.join(', ')) : ok(`${settings.join(', ')} are on`)
}

const rights = (row: Ask) => async () => {
  const { strong } = await row<{ strong: boolean }>(strengthQuery)
  return strong
    ? warning('the database user can change the schema and the ledger; connect as ats_app')
    : ok('the database user can change neither the schema nor the ledger')
}

const clock = (row: Ask) => async () => {
  const began = Date.now()
  const { theirs } = await row<{ theirs: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as theirs',
  )
  const apart = Math.max(0, began - theirs, theirs - Date.now())
  const detail = `${Math.round(apart)} ms between this machine and the database`
  return apart > mostClockMs ? failed(detail) : ok(detail)
}

const connections = (row: Ask) => async () => {
  const { used, most } = await row<{ used: number; most: number }>(`
    select count(*)::int as used, current_setting('max_connections')::int as most from pg_stat_activity`)
  const detail = `${used} of ${most} in use`
  return used > most * mostConnectionsShare ? warning(detail) : ok(detail)
}

const locks = (row: Ask) => async () => {
  const { locks } = await row<{ locks: number }>(
    `select current_setting('max_locks_per_transaction')::int as locks`,
  )
  const detail = `max_locks_per_transaction = ${locks}`
  return locks < leastLocks
    ? warning(`${detail}: set ${leastLocks} in PostgreSQL and restart it`)
    : ok(detail)
}

const workers = (row: Ask) => async () => {
  const { alive, waiting, minutes } = await row<{ alive: number; waiting: number; minutes: number }>(`
    select (select count(distinct (client_addr, application_name)) from pg_stat_activity
        where datname = current_database() and application_name = 'ats jobs')::int as alive,
      count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(start_after)) / 60, 0)::float8 as minutes
    from jobs.job where state in ('created', 'retry') and start_after <= now()`)
  const queue = waiting === 0 ? 'no job waits' : `${waiting} jobs wait, the oldest ${Math.round(minutes)} min`
  if (alive === 0) return failed(`no worker is connected; ${queue}`)
  return minutes > mostWaitingMinutes ? warning(queue) : ok(`connected; ${queue}`)
}

type Seals = { number: number | null; minutes: number | null }
const mostSealMinutes = 10

const seals = (row: Ask) => async () => {
  const { number, minutes } = await row<Seals>(`
    select (select max(number) from ledger_seals) as number,
      extract(epoch from now() - reached_at)::float8 / 60 as minutes from ledger_sealing`)
  if (minutes === null) return warning('the ledger was never sealed to its end; a worker does it')
  const detail =
    number === null ? 'there is nothing to seal' : `seal ${number}, ${Math.round(minutes)} min ago`
  return minutes > mostSealMinutes ? failed(`${detail}: no worker seals the ledger`) : ok(detail)
}

const byMonth = everyLifetime.flatMap(([table, { partition }]) =>
  partition?.by === 'month' ? [`'${table}'`] : [],
)

type Months = { ends: string; isSoon: boolean; astray: string[]; splitting: string | null }

/** Rows whose month is missing are in the default partition, from which months are made more slowly. */
const months = (row: Ask) => async () => {
  const { ends, isSoon, astray, splitting } = await row<Months>(`
    with parts as (select parent, partitions_of.* from unnest(array[${byMonth}]) as parent,
      partitions_of(parent::regclass))
    select to_char(min(ends), 'YYYY-MM-DD') as ends, min(ends) < now() + interval '31 days' as "isSoon",
      array(select part::text from parts where is_default and pg_stat_get_live_tuples(part) > 0) as astray,
      (select string_agg(format('%s: %s of %s months are split off', parent, copied, months), ', ') from (
        select parent, count(*) filter (where is_copied) as copied, count(*) as months
        from partition_splits group by parent order by parent) as splits) as splitting
    from (select parent, max(to_moment) as ends from parts group by parent) as tables`)
  const facts = [`partitions are made until ${ends}`, ...(splitting === null ? [] : [splitting])]
  if (astray.length > 0) return warning([...facts, `rows without a month in ${astray.join(', ')}`].join('; '))
  return isSoon ? warning(facts.join('; ')) : ok(facts.join('; '))
}

const dumpable = (row: Ask) => async () => {
  const { major, bytes } = await row<{ major: number; bytes: string }>(`
    select current_setting('server_version_num')::int / 10000 as major,
      pg_size_pretty(pg_database_size(current_database())) as bytes`)
  return ok(`${await postgresTool('pg_dump', major)}; the database has ${bytes}`)
}

/**
 * Sessions of a pool are named after the part and its version, such as `ats worker 0.1.0`; the API server has
 * no part.
 */
const running = (row: Ask) => async () => {
  const { names } = await row<{ names: string[] }>(`
    select coalesce(array_agg(distinct application_name order by application_name), '{}') as names
    from pg_stat_activity where datname = current_database() and application_name ~ '${pooledName.source}'`)
  const parts = names.map((name) => {
    const [, part = 'api', theirs = 'older'] = pooledName.exec(name) ?? []
    return { part, theirs }
  })
  const others = parts.filter(({ theirs }) => theirs !== version)
  if (others.length > 0)
    return failed(
      `this program is ${version}, but these run: ${others.map(({ part, theirs }) => `${part} ${theirs}`).join(', ')}; restart them`,
    )
  return ok(`${parts.map(({ part }) => part).join(', ') || 'nothing connected'}: ${version}`)
}

const local = ['127.0.0.1', 'localhost', '[::1]', '']
const debianData = '/var/lib/postgresql'

/**
 * The data folder if PostgreSQL runs on this machine: Debian's default, because only a superuser may query
 * the real one.
 */
export const databaseFolder = (databaseUrl: string) =>
  local.includes(new URL(databaseUrl).hostname) ? debianData : undefined

const databaseDisk = (databaseUrl: string) => async () => {
  const folder = databaseFolder(databaseUrl)
  const found = folder && (await statfs(folder).catch(() => undefined))
  return found === undefined || folder === undefined
    ? ok('not visible from here: watch the disk of PostgreSQL where it runs')
    : freeSpace(folder, found).finding
}

export function databaseChecks(connect: Connect, databaseUrl: string): Record<string, Check> {
  const row = asking(connect)
  return {
    database: reachable(row),
    'database disk': databaseDisk(databaseUrl),
    versions: running(row),
    migrations: migrated(row),
    'role rights': rights(row),
    durability: durable(row),
    clock: clock(row),
    connections: connections(row),
    locks: locks(row),
    workers: workers(row),
    seals: seals(row),
    months: months(row),
    pg_dump: dumpable(row),
  }
}
