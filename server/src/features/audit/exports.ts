import { audit, auditFilter } from '@ats/contract/audit.ts'
import { type SqlBool, sql } from 'kysely'
import { exportSource, momentColumn, plainColumn, textColumn } from '#kernel/files/export-source.ts'
import { resolveLines } from './lines.ts'
import { lineRows, shownLines } from './queries.ts'

const own = (column: string) => sql.ref(`lines.${column}`)

export const auditExport = exportSource({
  title: 'Audit log',
  period: { zone: 'UTC' },
  archived: 'events',
  permission: audit.list.permission,
  filter: auditFilter.omit({ cursor: true, size: true }),
  columns: {
    id: plainColumn('ID', own('id')),
    at: momentColumn('Time', own('at')),
    by: textColumn(
      'Person',
      sql`case when ${own('byProgram')} then 'Program: ' || ${own('by')} else ${own('by')} end`,
    ),
    action: plainColumn('Action', own('action')),
    recordKind: plainColumn('Record Kind', own('recordKind')),
    readableId: plainColumn('Readable ID', own('readableId')),
    recordName: textColumn('Record Name', own('recordName')),
    recordId: plainColumn('Record ID', own('recordId')),
    place: textColumn('Place', own('place')),
    before: textColumn('Before', sql`${own('before')}::text`),
    after: textColumn('After', sql`${own('after')}::text`),
    requestId: plainColumn('Request ID', own('requestId')),
  },
  choose: async (db, actor, filter) => {
    const chosen = await resolveLines(db, actor, filter)
    const { from, where, total } = await shownLines(db, chosen, filter.direction)
    const lines = (await lineRows(db, actor, from)).where(where)
    return {
      from: sql`(${lines}) as lines`,
      where: sql<SqlBool>`true`,
      order: sql`lines.id ${sql.raw(filter.direction)}`,
      total,
    }
  },
})
