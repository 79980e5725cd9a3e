import type { Column, Table } from './catalogue.ts'
import { imports, refined } from './column-types.ts'

const head = `// Emitted from a migrated database by \`npm run schema\`; what a column means beyond its type is told in scripts/schema/column-types.ts.
`

const types: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  'cidr[]': 'string[]',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'JSONColumnType<object>',
  pg_lsn: 'string',
  pg_snapshot: 'string',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
  xid8: 'string',
}

/** Columns that only the database sets: identities, sequence numbers, computed columns and the time of a row. */
const isGiven = ({ identity, computed, default: value }: Column) =>
  identity !== null || computed !== null || /^(now\(\)|nextval\(.*\))$/.test(value ?? '')

function columnType(table: string, column: Column): string {
  const special = refined[`${table}.${column.name}`]
  if (special !== undefined) return special
  const type = types[column.type]
  if (type === undefined)
    throw new Error(
      `scripts/schema/tables-file.ts knows no type for ${table}.${column.name} (${column.type})`,
    )
  const value = column.nullable ? `${type} | null` : type
  if (isGiven(column)) return `GeneratedAlways<${value}>`
  return column.default === null ? value : `Generated<${value}>`
}

function refuseUnknown(tables: readonly Table[]) {
  const known = new Set(
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  )
  const unknown = Object.keys(refined).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`scripts/schema/column-types.ts names columns that do not exist: ${unknown.join(', ')}`)
}

/** The tables as Kysely sees them. Times arrive as ISO strings. */
export function tablesFile(tables: readonly Table[]): string {
  refuseUnknown(tables)
  const members = tables.map(({ name, columns }) => {
    const fields = columns.map((column) => `    ${column.name}: ${columnType(name, column)}\n`)
    return `  ${name}: {\n${fields.join('')}  }\n`
  })
  return `${head}${imports}
/** What the migrations make, as Kysely sees it. Times arrive as ISO strings. */
export type Tables = {
${members.join('')}}
`
}
