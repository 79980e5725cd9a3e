import { type SqlBool, sql } from 'kysely'
import type { PaperRecords } from '#features/papers/papers.ts'
import { withinScope } from '#kernel/scope.ts'

/** Papers of deleted assets are seen, but stay as they are. */
export const assetPapers: PaperRecords = {
  isSeen: (actor, id) =>
    sql<SqlBool>`exists (select from assets where assets.id = ${id} and ${withinScope(actor, 'assets')})`,
  isChangeable: (_actor, id) =>
    sql<SqlBool>`exists (select from assets where assets.id = ${id} and assets.deleted_at is null)`,
  lines: (ids) => sql`select assets.id, place_id as place, asset_tag_id(number) as "readableId",
      (select name from asset_names where asset_names.id = name_id) as name
    from assets where assets.id = any(${ids}::uuid[]) order by assets.id for key share`,
}
