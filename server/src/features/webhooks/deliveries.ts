import type { DeliveryFailure } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { isLeased, type Leased } from './lease.ts'

/** Sent at the same time, each about another record. */
const entriesInBatch = 32
/** After so many batches of new entries without a success, one message is tried at a time. */
const mostFailures = 3

const [second, minute, hour] = [1, 60, 60 * 60]
/** Seconds until the next attempt, by the number of attempts so far; the last one repeats until the entry is given up. */
const backoff = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour]
const secondsAfter = (tries: number) => {
  const seconds = backoff[Math.min(tries, backoff.length) - 1] ?? 0
  return seconds * (0.8 + 0.4 * Math.random())
}

/** How long nothing is sent to a receiver that fails: up to ten minutes. */
const holdSeconds = (failures: number) =>
  Math.min(10 * minute, 15 * second * 2 ** (failures - mostFailures)) * (0.8 + 0.4 * Math.random())

const isProbing = ({ failures }: Leased) => failures >= mostFailures

export type Due = { eventId: number; eventAt: string; tries: number }

/**
 * The entries to send now, each without an earlier waiting entry of the same record. A receiver that fails gets one as
 * a probe, whenever it is due: the one with the fewest attempts.
 */
export async function dueDeliveries(db: Db, webhook: Leased): Promise<Due[]> {
  const isDue = isProbing(webhook) ? sql`true` : sql`due.next_at <= now()`
  const { rows } = await sql<Due>`select event_id as "eventId", event_at as "eventAt", tries
    from webhook_deliveries as due
    where due.webhook_id = ${webhook.id} and due.status = 'pending' and ${isDue} and not exists (
      select from webhook_deliveries as earlier where earlier.webhook_id = due.webhook_id
        and earlier.record_id = due.record_id and earlier.status = 'pending' and earlier.event_id < due.event_id)
    order by ${sql.raw(isProbing(webhook) ? 'due.tries,' : '')} due.event_id
    limit ${sql.lit(isProbing(webhook) ? 1 : entriesInBatch)}`.execute(db)
  return rows
}

export type Attempt = Due & {
  /** Undefined: the owner may not see the entry, so nothing was sent. */
  outcome: { code: number | null; failure: DeliveryFailure | null; durationMs: number } | undefined
}

type Row = { eventId: number; status: string; seconds: number | null }

function statusAfter({ eventId, tries, outcome }: Attempt): Row {
  if (outcome === undefined) return { eventId, status: 'skipped', seconds: null }
  if (outcome.failure === null) return { eventId, status: 'delivered', seconds: null }
  return { eventId, status: 'pending', seconds: secondsAfter(tries + 1) }
}

/**
 * Stores what became of a batch, unless another worker has the webhook by now. Returns true if nothing may be sent for
 * some time.
 */
export const saveAttempts = ({ db }: Services, webhook: Leased, owner: Actor, attempts: readonly Attempt[]) =>
  inTransaction(db, async (tx) => {
    const delivered = attempts.some(({ outcome }) => outcome?.failure === null)
    const failed = attempts.some(({ outcome }) => outcome !== undefined && outcome.failure !== null)
    // A receiver that fails for one record again and again may still take the others.
    const isNew = isProbing(webhook) || attempts.some(({ tries }) => tries === 0)
    const failures = delivered ? 0 : webhook.failures + (failed && isNew ? 1 : 0)
    const isHeld = failed && failures >= mostFailures
    const { rows } = await sql<{ name: string; failing: boolean }>`update webhooks set failures = ${failures},
        held_until = ${isHeld ? sql`now() + make_interval(secs => ${holdSeconds(failures)})` : sql`null`},
        last_delivered_at = ${delivered ? sql`now()` : sql`last_delivered_at`},
        last_failed_at = ${failed ? sql`now()` : sql`last_failed_at`},
        failing_since = ${delivered ? sql`null` : sql`failing_since`}
      where ${isLeased(webhook)} returning name, failing_since is not null as failing`.execute(tx)
    const [now] = rows
    if (now === undefined) return true
    await store(tx, webhook.id, attempts)
    if (delivered && webhook.failures > 0) await sendAllNow(tx, webhook.id)
    const isGivenUp = await giveUp(tx, webhook.id, failures >= mostFailures)
    if (isGivenUp && !now.failing) await markFailing(tx, webhook.id, owner, now.name)
    return isHeld
  })

async function store(tx: Db, id: Id, attempts: readonly Attempt[]) {
  const rows = attempts.map(statusAfter)
  const column = <T>(read: (row: Row) => T) => rows.map(read)
  const ofOutcome = <T>(read: (outcome: NonNullable<Attempt['outcome']>) => T) =>
    attempts.map(({ outcome }) => (outcome === undefined ? null : read(outcome)))
  await sql`update webhook_deliveries as one set status = done.status,
      next_at = now() + make_interval(secs => done.seconds),
      tries = one.tries + case done.status when 'skipped' then 0 else 1 end,
      tried_at = case done.status when 'skipped' then one.tried_at else now() end,
      code = done.code, failure = done.failure, duration_ms = done.duration
    from unnest(${column(({ eventId }) => eventId)}::bigint[], ${column(({ status }) => status)}::text[],
      ${column(({ seconds }) => seconds)}::float8[], ${ofOutcome(({ code }) => code)}::int[],
      ${ofOutcome(({ failure }) => failure)}::text[], ${ofOutcome(({ durationMs }) => durationMs)}::int[])
      as done (event_id, status, seconds, code, failure, duration)
    where one.webhook_id = ${id} and one.event_id = done.event_id and one.status = 'pending'`.execute(tx)
}

/** The receiver is back: what waited for it does not wait longer. */
const sendAllNow = (tx: Db, id: Id) =>
  sql`update webhook_deliveries set next_at = now() where webhook_id = ${id} and status = 'pending'`.execute(
    tx,
  )

/** Entries that were tried for three days, or whose receiver could not be reached for so long. */
async function giveUp(tx: Db, id: Id, isUnreachable: boolean) {
  const { rows } = await sql`update webhook_deliveries set status = 'failed', next_at = null
    where webhook_id = ${id} and status = 'pending' and expires_at < now()
      and ${isUnreachable ? sql`true` : sql`tries > 0`} returning event_id`.execute(tx)
  return rows.length > 0
}

/** The notifier tells the owner. */
async function markFailing(tx: Db, id: Id, owner: Actor, name: string) {
  await sql`update webhooks set failing_since = now() where id = ${id}`.execute(tx)
  await record(tx, owner, { action: 'webhook.failing', kind: 'webhook', id, name })
}
