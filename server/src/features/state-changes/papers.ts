import { type SqlBool, sql } from 'kysely'
import type { PaperRecords } from '#features/papers/papers.ts'
import { withinScope } from '#kernel/scope.ts'

/** What a decision was made on does not change afterwards. */
export const stateChangePapers: PaperRecords = {
  isSeen: (actor, id) => sql<SqlBool>`exists (select from state_changes
    join assets on assets.id = state_changes.asset_id
    where state_changes.id = ${id} and ${withinScope(actor, 'assets')})`,
  isChangeable: (_actor, id) => sql<SqlBool>`exists (select from state_changes
    where state_changes.id = ${id} and state_changes.status = 'pending')`,
  lines: (
    ids,
  ) => sql`select state_changes.id, assets.place_id as place, asset_tag_id(assets.number) as "readableId",
      (select name from asset_names where asset_names.id = assets.name_id) as name
    from state_changes join assets on assets.id = state_changes.asset_id
    where state_changes.id = any(${ids}::uuid[]) order by state_changes.id for key share of state_changes`,
}
