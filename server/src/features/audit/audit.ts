import { actionsOf, type RecordAction } from '@ats/contract/record-kinds.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { auditExport } from './exports.ts'
import { resolveLines } from './lines.ts'
import { linePage, ofActions } from './queries.ts'

export const auditExports = { audit: auditExport }

/** Actions for the dashboard; sign-ins, exports and the like are only in the audit log. */
const worthTelling: RecordAction[] = [
  ...actionsOf('asset'),
  ...actionsOf('state-change'),
  ...actionsOf('place'),
  'import.finished',
]

/** The latest entries that the actor may see, without the changed values. */
export async function latestLines(db: Db, actor: Actor, location: string | undefined, size: number) {
  const filter = await resolveLines(db, actor, { location, search: '', sort: 'at', direction: 'desc' })
  const narrowed = [...filter.narrowed, ofActions(worthTelling)]
  const { events } = await linePage(db, actor, { ...filter, narrowed }, { size, direction: 'desc' })
  return events.map(({ before: _before, after: _after, requestId: _request, place: _place, ...line }) => line)
}
