import pg from 'pg'

type Part = { parent: string; name: string; from: string; to: string }

const twoDigits = (value: number) => `${value}`.padStart(2, '0')
export const monthName = (start: Date) => `${start.getUTCFullYear()}_${twoDigits(start.getUTCMonth() + 1)}`

/** The smallest uuidv7 of a moment: partitions by inventory have such bounds. */
export const smallestId = (moment: Date) => {
  const ms = moment.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`
}

type Index = { name: string; definition: string; constraint: string | null; isNeeded: boolean }

/** Drops the indexes of a table, apart from keys that others refer to; returns the statements that make them again. */
export async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<Index>(
    `select pg_class.relname as name, pg_get_indexdef(indexrelid) as definition, conname as constraint,
       exists (select from pg_constraint as other where other.conindid = indexrelid and contype = 'f') as "isNeeded"
     from pg_index join pg_class on pg_class.oid = indexrelid
     left join pg_constraint on pg_constraint.conindid = indexrelid and contype in ('p', 'u')
     where indrelid = $1::regclass`,
    [table],
  )
  const again: string[] = []
  for (const { name, definition, constraint, isNeeded } of rows) {
    if (isNeeded) continue
    if (constraint === null) {
      await client.query(`drop index ${name}`)
      again.push(definition)
      continue
    }
    const { rows: defined } = await client.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1 and conrelid = $2::regclass',
      [constraint, table],
    )
    await client.query(`alter table ${table} drop constraint ${constraint}`)
    again.push(`alter table ${table} add constraint ${constraint} ${defined[0]?.text}`)
  }
  return again
}

const isThere = async (client: pg.Client, name: string) =>
  (await client.query('select from pg_class where oid = to_regclass($1)', [name])).rowCount === 1

export async function isPartitioned(client: pg.Client, table: string) {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::regclass',
    [table],
  )
  return rows[0]?.kind === 'p'
}

/**
 * Fills one part of a partitioned table. A new part is made by the product's own function, filled without
 * indexes in the transaction that makes it, so that nothing is written twice, and attached.
 */
export async function fillPart(
  client: pg.Client,
  { parent, name, from, to }: Part,
  fill: (part: string) => Promise<void>,
) {
  const isNew = !(await isThere(client, name))
  await client.query('begin')
  if (isNew) {
    await client.query('select make_part($1::regclass, $2)', [parent, name])
    const indexes = await dropIndexes(client, name)
    await fill(name)
    for (const index of indexes) await client.query(index)
    await client.query(
      `alter table ${parent} attach partition ${name} for values from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`,
    )
  } else await fill(name)
  await client.query('commit')
  await client.query(`vacuum (analyze) ${name}`)
}

/**
 * The first partition has no lower bound. If it is empty, it makes room for months: afterwards it ends before
 * the first of them, and is called as after a split.
 */
export async function makeRoomBefore(client: pg.Client, parent: string, first: string) {
  const { rows } = await client.query<{ part: string }>(
    `select inhrelid::regclass::text as part from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = $1::regclass and pg_get_expr(relpartbound, inhrelid) like '%FROM (MINVALUE)%'`,
    [parent],
  )
  const part = rows[0]?.part
  if (part === undefined) return
  const filled = await client.query(`select from ${part} limit 1`)
  if (filled.rowCount !== 0) throw new Error(`${part} has rows: years are filled only before there are any`)
  const earlier = `${parent}_earlier`
  await client.query(`alter table ${parent} detach partition ${part}`)
  if (part !== earlier) await client.query(`alter table ${part} rename to ${earlier}`)
  await client.query(
    `alter table ${parent} attach partition ${earlier} for values from (minvalue) to (${pg.escapeLiteral(first)})`,
  )
}
