import { type SqlBool, sql } from 'kysely'
import type { PaperRecords } from '#features/papers/papers.ts'
import { coverInScope, coversAssetsOf, lowestPlaceOf } from './queries.ts'

/** People who may change a cover may change its papers, also after its end. */
export const coverPapers: PaperRecords = {
  isSeen: (actor, id) =>
    sql<SqlBool>`exists (select from covers where covers.id = ${id} and ${coverInScope(actor)})`,
  isChangeable: (actor, id) => sql<SqlBool>`exists (select from covers
    where covers.id = ${id} and ${coversAssetsOf(actor)})`,
  lines: (
    ids,
  ) => sql`select covers.id, ${lowestPlaceOf(sql.ref('covers.id'))} as place, null::text as "readableId",
      covers.name from covers where covers.id = any(${ids}::uuid[]) order by covers.id for key share`,
}
