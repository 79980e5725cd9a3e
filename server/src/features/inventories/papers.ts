import { type SqlBool, sql } from 'kysely'
import type { PaperRecords } from '#features/papers/papers.ts'
import { inventoryInScope, isHidden } from './access.ts'

/** A paper may list what is expected, so people who count blind see none. */
export const inventoryPapers: PaperRecords = {
  isSeen: (actor, id) => sql<SqlBool>`exists (select from inventories
    join places on places.id = inventories.place_id
    where inventories.id = ${id} and ${inventoryInScope(actor)} and not ${isHidden(actor)})`,
  isChangeable: () => sql<SqlBool>`true`,
  lines: (ids) => sql`select id, place_id as place, readable_id as "readableId", readable_id as name
    from inventories where id = any(${ids}::uuid[]) order by id for key share`,
}
