import { type FlatKind, flatMasters } from '@ats/contract/masters.ts'
import { type SqlBool, sql } from 'kysely'
import type { PaperRecords } from '#features/papers/papers.ts'
import { withinScope } from '#kernel/scope.ts'

/** Only people who see every place change cities, like other lists that apply to everybody. */
const placePapers: PaperRecords = {
  isSeen: (actor, id) =>
    sql<SqlBool>`exists (select from places where places.id = ${id} and ${withinScope(actor, 'places')})`,
  isChangeable: ({ everywhere }, id) =>
    everywhere
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from places where places.id = ${id} and places.kind <> 'city')`,
  lines: (ids) => sql`select id, id as place, null as "readableId", name
    from places where id = any(${ids}::uuid[]) order by id for key share`,
}

const papersOf = (kind: FlatKind): PaperRecords => {
  const table = sql.table(flatMasters[kind].table)
  return {
    isSeen: (_actor, id) => sql<SqlBool>`exists (select from ${table} as master where master.id = ${id})`,
    isChangeable: ({ everywhere }) => sql<SqlBool>`${sql.lit(everywhere)}`,
    lines: (ids) => sql`select id, null::uuid as place, null as "readableId", name
      from ${table} where id = any(${ids}::uuid[]) order by id for key share`,
  }
}

export const masterPapers = {
  place: placePapers,
  'asset-name': papersOf('asset-name'),
  'asset-state': papersOf('asset-state'),
  vendor: papersOf('vendor'),
  brand: papersOf('brand'),
} satisfies Record<FlatKind | 'place', PaperRecords>
