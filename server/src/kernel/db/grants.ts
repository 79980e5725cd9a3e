// Why it is built this way: docs/decisions/016-the-program-does-not-own-its-database.md

import { sql } from 'kysely'
import pg from 'pg'
import type { Services } from '#kernel/services.ts'

/** The role of API and worker, unless the installation names another. */
export const standardAppRole = 'ats_app'

/**
 * The program only adds to the ledger; only triggers write history, and only `migrate` writes the list of
 * migrations. Four functions replace the names of a former person, and nothing else.
 */
const grants = (role: string) => `
  revoke create on schema public from public;
  revoke all on all tables in schema public, jobs from ${role};
  grant usage on schema public, jobs to ${role};
  grant usage, create on schema staging to ${role};
  grant select, insert, update, delete on all tables in schema public, jobs to ${role};
  grant usage, select on all sequences in schema public, jobs to ${role};
  revoke update, delete on events from ${role};
  revoke delete on assets from ${role};
  revoke insert, update, delete on asset_versions, place_paths, partition_splits, archives, migrations from ${role};
  revoke update, delete on ledger_seals, certificates, certificate_signatures from ${role};
  revoke insert, delete on ledger_sealing from ${role};
  revoke insert, update, delete on ledger_redactions from ${role};
  revoke insert, update, delete on personal_texts, personal_data_removals, personal_data_steps from ${role};
  grant execute on function begin_personal_data_removal, plan_personal_data_removal, remove_personal_texts,
    finish_personal_data_removal to ${role};`

/** Partitions are read and written through their table, whose rights then count. */
const throughTables = (role: string) => `
  select format('revoke all on %s from %s', oid::regclass, '${role}') as statement
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relispartition`

/**
 * Tables of imports that began while the program connected as the owner: its role must be able to continue
 * and drop them.
 */
const handOver = (role: string) => `
  select format('alter table %s owner to %s', oid::regclass, '${role}') as statement
  from pg_class
  where relnamespace = 'staging'::regnamespace and relkind = 'r' and relowner <> '${role}'::regrole
    and pg_has_role(relowner, 'usage') and pg_has_role('${role}'::regrole, 'usage')`

/**
 * Grants the program's role what it needs and nothing more. It reads and writes rows and stages imports in
 * its own tables, but can change neither the schema nor the ledger. Safe to repeat; returns false if there is
 * no such role.
 */
export async function grantToProgram(client: pg.Client, name: string): Promise<boolean> {
  const known = await client.query('select from pg_roles where rolname = $1', [name])
  if (known.rows.length === 0) return false
  const role = pg.escapeIdentifier(name)
  await client.query('begin')
  await client.query(grants(role))
  for (const list of [throughTables(role), handOver(role)]) {
    const { rows } = await client.query<{ statement: string }>(list)
    for (const { statement } of rows) await client.query(statement)
  }
  await client.query('commit')
  return true
}

/** A small installation may let the program connect as the owner; production logs a warning about the risk. */
export async function warnIfOwner({ db, config }: Services, log: { warn(text: string): void }) {
  if (!config.production) return
  const { rows } = await sql
    .raw<{ strong: boolean }>(strengthQuery)
    .execute(db)
    .catch(() => ({ rows: [{ strong: false }] }))
  if (rows[0]?.strong)
    log.warn('the database user can change the schema and the ledger; connect as a role that cannot')
}

/** Whether the database user has more rights than the program needs. */
export const strengthQuery = `
  select bool_or(pg_has_role(relowner, 'usage') or has_table_privilege(oid, 'update, delete, truncate')) as strong
  from pg_class where oid in (select relid from pg_partition_tree('events'))`
