import type { BulkResult } from '@ats/contract/bulk.ts'
import type { Message } from '@ats/contract/problems.ts'
import {
  type decision,
  type newStateChanges,
  type StateChangeStatus,
  undoMinutes,
} from '@ats/contract/state-changes.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { assetTagIdOf, type Pictures, requiredStateId } from '#features/assets/assets.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { inBatches, type Result, summary } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { stateChangeExport } from './exports.ts'
import { stateChangePapers } from './papers.ts'
import { type Asked, assetsToAskFor, type ChangeRow, changesForUpdate } from './queries.ts'
import { close, insertRequests, openAgain, recordChanges, setAssetStates } from './writes.ts'

/** What other slices use besides the exports. */
export { stateChangePapers }

export const stateChangeExports = { 'state-changes': stateChangeExport }

const batchSize = 1000

async function inTransactions(
  db: Kysely<Tables>,
  ids: readonly Id[],
  work: (tx: Db, batch: Id[]) => Promise<Result[]>,
): Promise<BulkResult> {
  const results: Result[] = []
  for (const batch of inBatches(ids, batchSize))
    results.push(...(await inTransaction(db, (tx) => work(tx, batch))))
  return summary(results)
}

export const requestStateChanges = (
  db: Kysely<Tables>,
  actor: Actor,
  { assets, newState, reason }: z.output<typeof newStateChanges>,
  pictures: Pictures | undefined,
) =>
  inTransactions(db, assets, (tx, batch) =>
    requestStateChangesIn(tx, actor, { assets: batch, newState, reason }, pictures),
  )

/** The same within the caller's transaction: one row per asset, in the same order. */
export async function requestStateChangesIn(
  tx: Db,
  actor: Actor,
  { assets, newState, reason }: z.output<typeof newStateChanges>,
  pictures?: Pictures,
): Promise<Result[]> {
  const to = await requiredStateId(tx, newState, 'newState')
  const rows = new Map((await assetsToAskFor(tx, actor, assets)).map((row) => [row.id, row]))
  const open = assets.filter((id) => whyNotAsk(rows.get(id), to) === undefined)
  const made = await insertRequests(tx, actor, open, { to, reason, pictures })
  await recordChanges(tx, actor, 'requested', [...made.values()])
  return assets.map((id) => {
    const request = made.get(id)
    return {
      _id: request ?? id,
      assetTagId: tagId(rows.get(id)),
      ok: request !== undefined,
      ...messageFields(whyNotAsk(rows.get(id), to) ?? { code: 'requested' }),
    }
  })
}

const tagId = (row: { assetNumber: number } | undefined) => (row ? assetTagIdOf(row.assetNumber) : null)

function whyNotAsk(asset: Asked | undefined, to: Id): Message | undefined {
  if (asset === undefined) return { code: 'asset-not-found' }
  if (asset.isPending) return { code: 'request-pending' }
  return asset.stateId === to ? { code: 'request-same-state' } : undefined
}

/** A step on requests, and the error if it is impossible for one of them. */
type Step = {
  refusal: (row: ChangeRow) => Message | undefined
  apply: (tx: Db, rows: ChangeRow[]) => Promise<void>
  done: Message
}

const applyToRequests = (
  db: Kysely<Tables>,
  actor: Actor,
  ids: readonly Id[],
  { refusal, apply, done }: Step,
) =>
  inTransactions(db, ids, async (tx, batch) => {
    const rows = new Map((await changesForUpdate(tx, actor, batch)).map((row) => [row.id, row]))
    const refusals = new Map([...rows.values()].map((row) => [row.id, refusal(row)]))
    const open = [...rows.values()].filter(({ id }) => refusals.get(id) === undefined)
    if (open.length > 0) await apply(tx, open)
    return batch.map((_id) => {
      const row = rows.get(_id)
      const reason = row === undefined ? ({ code: 'request-not-found' } as const) : refusals.get(_id)
      return { _id, assetTagId: tagId(row), ok: reason === undefined, ...messageFields(reason ?? done) }
    })
  })

const closedAs: Record<Exclude<StateChangeStatus, 'pending'>, Message> = {
  accepted: { code: 'request-accepted' },
  denied: { code: 'request-denied' },
  cancelled: { code: 'request-cancelled' },
  stale: { code: 'request-stale' },
}

const idsOf = (rows: ChangeRow[]) => rows.map(({ id }) => id)

/** Nobody decides their own request. One request is decided in the same way as many. */
export const decideStateChanges = (
  db: Kysely<Tables>,
  actor: Actor,
  { ids, decision: wanted, note }: z.output<typeof decision>,
) => {
  const status = wanted === 'accept' ? 'accepted' : 'denied'
  return applyToRequests(db, actor, ids, {
    refusal: (row) => {
      if (row.status !== 'pending') return closedAs[row.status]
      return row.createdBy === actor.id ? { code: 'request-own' } : undefined
    },
    apply: async (tx, rows) => {
      await close(tx, actor, idsOf(rows), status, note)
      if (status === 'accepted') await setAssetStates(tx, actor, idsOf(rows), { from: 'from', to: 'to' })
      await recordChanges(tx, actor, status, idsOf(rows))
    },
    done: { code: status },
  })
}

export const cancelStateChanges = (db: Kysely<Tables>, actor: Actor, ids: readonly Id[]) =>
  applyToRequests(db, actor, ids, {
    refusal: (row) => {
      if (row.createdBy !== actor.id) return { code: 'request-of-someone-else' }
      return row.status === 'pending' ? undefined : closedAs[row.status]
    },
    apply: async (tx, rows) => {
      await close(tx, actor, idsOf(rows), 'cancelled', '')
      await recordChanges(tx, actor, 'cancelled', idsOf(rows))
    },
    done: { code: 'cancelled' },
  })

/** Within a few minutes, by the person who decided, while nothing has changed since the decision. */
export function undoDecisions(db: Kysely<Tables>, actor: Actor, ids: readonly Id[]) {
  return applyToRequests(db, actor, ids, {
    refusal: (row) => {
      if (row.status !== 'accepted' && row.status !== 'denied') return { code: 'request-undecided' }
      if (row.decidedBy !== actor.id) return { code: 'decision-of-someone-else' }
      if (!row.isRecent) return { code: 'decision-too-old', params: { minutes: undoMinutes } }
      return row.isUndoable ? undefined : { code: 'decision-overtaken' }
    },
    apply: async (tx, rows) => {
      const accepted = rows.filter(({ status }) => status === 'accepted')
      await openAgain(tx, idsOf(rows))
      await setAssetStates(tx, actor, idsOf(accepted), { from: 'to', to: 'from' })
      await recordChanges(tx, actor, 'undone', idsOf(rows))
    },
    done: { code: 'undone' },
  })
}
