import type { AuditEvent } from '@ats/contract/audit.ts'
import { actionsOf, type RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { auditExport } from './exports.ts'
import { reasonsOf, resolveLines, unlessWithheld } from './lines.ts'
import { linePage, linesAmong } from './queries.ts'
import { ofActions } from './reasons.ts'

export const auditExports = { audit: auditExport }

/** Actions for the dashboard; sign-ins, exports and the like are only in the audit log. */
const worthTelling: RecordAction[] = [
  ...actionsOf('asset'),
  ...actionsOf('state-change'),
  ...actionsOf('place'),
  'import.finished',
]

const mostLines = 6
const mostRead = 200

/**
 * The latest entries that the actor may see, without the changed values. Entries of the same action by the
 * same person on the same day are one, with their number; the day is UTC, as in the audit log.
 */
export async function latestLines(db: Db, actor: Actor, location: string | undefined) {
  const filter = await resolveLines(db, actor, { location, search: '', sort: 'at', direction: 'desc' })
  // With reasons for these actions only, no further condition on the action is needed.
  const reasons = filter.reasons && reasonsOf(actor, worthTelling)
  const latest = {
    ...{ ...filter, reasons },
    narrowed: [...filter.narrowed, ...(reasons === undefined ? [ofActions(worthTelling)] : [])],
    isTested: filter.isTested || filter.narrowed.length > 0,
  }
  const { events } = await linePage(db, actor, latest, { size: mostRead, direction: 'desc' })
  const people = await db
    .selectFrom('events')
    .select(['id', 'actor_id'])
    .where('id', 'in', [0, ...events.map(({ id }) => id)])
    .where('at', '>', sql<string>`${events.at(-1)?.at ?? null}::timestamptz - interval '1 day'`)
    .execute()
  const personOf = new Map(people.map(({ id, actor_id }) => [id, actor_id]))
  const lines = events.map(
    ({ before: _before, after: _after, requestId: _request, place: _place, ...line }) => ({
      ...{ ...line, userId: personOf.get(line.id) ?? null },
      day: new Date(line.at).toISOString().slice(0, 10),
    }),
  )
  // Older entries of the oldest group may not have been read.
  const [oldest] = lines.length < mostRead ? [] : lines.slice(-1).map(groupOf)
  const groups = Map.groupBy(lines, groupOf)
  return [...groups]
    .slice(0, mostLines)
    .flatMap(([key, some]) =>
      some.slice(0, 1).map((line) => ({ ...line, count: some.length, countIsExact: key !== oldest })),
    )
}

const groupOf = ({ action, userId, day }: { action: string; userId: string | null; day: string }) =>
  `${action} ${userId} ${day}`

type Entry = { id: number; at: string }

const seenNow = (db: Db, actor: Actor, entries: readonly Entry[]) =>
  linesAmong(db, actor, entries, { reasons: reasonsOf(actor), shown: unlessWithheld(actor) })

/** Those of some entries that the actor may see now, as the audit log shows them. */
export const linesSeenBy = async (db: Db, actor: Actor, entries: readonly Entry[]): Promise<AuditEvent[]> =>
  (await seenNow(db, actor, entries)).execute()

/** The numbers of those of some entries that the actor may see now. */
export async function idsSeenBy(db: Db, actor: Actor, entries: readonly Entry[]): Promise<Set<number>> {
  const rows = await (await seenNow(db, actor, entries)).clearSelect().select('events.id').execute()
  return new Set(rows.map(({ id }) => id))
}
