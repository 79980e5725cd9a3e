import pg from 'pg'

/** Runs the statements one after the other on a separate connection and returns the rows of the last. */
export async function onDatabase<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[]
    return rows
  } finally {
    await client.end()
  }
}

export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const known = await onDatabase(adminUrl, `select from pg_database where datname = '${name}'`)
  if (known.length === 0) await onDatabase(adminUrl, `create database ${name}`)
}
