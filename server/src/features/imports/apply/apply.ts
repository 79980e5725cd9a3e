import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { tablesOf } from '#features/imports/file/staging.ts'
import { countsOf } from '#features/imports/plan/check.ts'
import { groupProblems } from '#features/imports/plan/problem-groups.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { messageFields, storedMessage } from '#kernel/messages.ts'
import { applyRange, missedCount } from './merge.ts'
import { ownChanges } from './own-changes.ts'
import { actorNow, advance, batch, completePlan, mustBeStaged, report, type Work } from './progress.ts'

/**
 * Applies the plan range by range, each with its checkpoint in one transaction and with the person's present
 * rights.
 */
export async function apply({ services: { db }, current, signal }: Work) {
  const { id } = current
  await actorNow(db, current)
  await mustBeStaged(db, id)
  await completePlan(db, id)
  const { rows } = await sql<{ last: number }>`select max(row) as last from ${tablesOf(id).plan}`.execute(db)
  const last = rows[0]?.last ?? 0
  for (let from = current.appliedTo; from < last; from += batch) {
    const to = Math.min(from + batch, last)
    await inTransaction(db, async (tx) => {
      const set = { applied_to: to, done: sql`least(${to}, rows)`, tries: 0 }
      await advance(tx, { ...current, appliedTo: from }, set)
      const actor = await actorNow(tx, current)
      const own = await ownChanges(tx, actor, current.columns)
      await applyRange(tx, actor, id, { from, to, own, seriesId: current.seriesId })
    })
    if (signal.aborted) return
  }
  const counts = await countsOf(db, id)
  const missed = await missedCount(db, id)
  const note: Message | undefined =
    missed > 0 ? { code: 'rows-missed', params: { count: missed } } : undefined
  const problems = missed > 0 ? { problems: JSON.stringify(await groupProblems(db, id)) } : {}
  const set = {
    ...{ status: 'done', counts: JSON.stringify(counts), finished_at: sql`now()`, ...problems },
    ...(note && { message: storedMessage(note) }),
  }
  const facts = { ...counts, ...(note && messageFields(note)) }
  await inTransaction(db, (tx) => report(tx, current, 'import.finished', set, facts))
}
