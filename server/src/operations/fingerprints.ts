import pg from 'pg'

type Fingerprint = { rows: number; checksum: string }
export type Fingerprints = Record<string, Fingerprint>

/** The text of a row depends on these; both sides of a comparison use the same. */
export const rowSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set search_path = public; set jit = off`

const tables = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'staging', 'jobs')
  order by 1, 2`

/**
 * The number of rows of each table, and a sum over their content that does not depend on their order. The sum
 * of 64-bit hashes detects missing, repeated and changed rows.
 */
export async function takeFingerprints(client: pg.Client): Promise<Fingerprints> {
  await client.query(rowSettings)
  const { rows: found } = await client.query<{ schema: string; name: string }>(tables)
  const fingerprints: Fingerprints = {}
  for (const { schema, name } of found) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    fingerprints[`${schema}.${name}`] = await fingerprintOf(client, table)
  }
  return fingerprints
}

/** Of one table, by its quoted name, on a connection with `rowSettings`. */
export async function fingerprintOf(client: pg.Client, table: string): Promise<Fingerprint> {
  const { rows } = await client.query<Fingerprint>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended("a row"::text, 0)::numeric), 0)::text as checksum
     from only ${table} as "a row"`,
  )
  return rows[0] ?? { rows: 0, checksum: '0' }
}

/** Each table that differs, in words. */
export function differences(wanted: Fingerprints, found: Fingerprints): string[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)])
  return [...names].sort().flatMap((name) => {
    const [before, after] = [wanted[name], found[name]]
    if (before === undefined) return [`${name} is not in the backup`]
    if (after === undefined) return [`${name} is missing`]
    if (before.rows !== after.rows) return [`${name} has ${after.rows} rows instead of ${before.rows}`]
    return before.checksum === after.checksum ? [] : [`${name} holds other values than before`]
  })
}

export const rowsIn = (fingerprints: Fingerprints) =>
  Object.values(fingerprints).reduce((sum, { rows }) => sum + rows, 0)
