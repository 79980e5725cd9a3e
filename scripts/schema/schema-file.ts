import type { Column, Schema, Table } from './catalogue.ts'

const head = `-- Emitted from a migrated database by \`npm run schema\`, for reading: databases are made by server/migrations.
-- Tables in the order of their names, each with its indexes and triggers; the functions come last.
`

function columnLine({ name, type, nullable, default: value, identity, computed }: Column): string {
  const parts = [
    `${name} ${type}`,
    ...(nullable ? [] : ['not null']),
    ...(value === null ? [] : [`default ${value}`]),
    ...(identity === null ? [] : [`generated ${identity} as identity`]),
    ...(computed === null ? [] : [`generated always as (${computed}) stored`]),
  ]
  return parts.join(' ')
}

function tableText(table: Table): string {
  const { name, options, partition, columns, constraints, indexes, triggers, statistics } = table
  const lines = [...columns.map(columnLine), ...constraints.map((text) => `constraint ${text}`)]
  const parted = partition === null ? '' : ` partition by ${partition}`
  const storage = options === null ? '' : ` with (${options})`
  const plain = (text: string) => `${text.replaceAll('public.', '')};`
  return [
    `create table ${name} (\n  ${lines.join(',\n  ')}\n)${parted}${storage};`,
    ...[...indexes, ...statistics, ...triggers].map(plain),
  ].join('\n')
}

export function schemaFile(schema: Schema): string {
  const { extensions, schemas, sequences, types, functions, tables } = schema
  const parts = [
    extensions.map((name) => `create extension ${name};`).join('\n'),
    schemas.map((name) => `create schema ${name};`).join('\n'),
    sequences.map((name) => `create sequence ${name};`).join('\n'),
    ...types.map((text) => `create type ${text};`),
    ...tables.map(tableText),
    ...functions.map((text) => `${text.replaceAll('public.', '').trimEnd()};`),
  ]
  return `${head}\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}
