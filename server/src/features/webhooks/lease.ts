import { auditReaders } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { newSince } from '#kernel/ledger/position.ts'

/** Longer than the longest request, so that only a dead or stuck worker loses its lease. */
const leaseSeconds = 20
const leaseEnd = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

const hasNewEntries = sql`exists (select from events where ${newSince({
  snapshot: sql.ref('webhooks.position'),
  restoredTo: sql.ref('webhooks.restored_to'),
})})`
/** After a restore a position may be ahead of this server. */
const isAhead = sql`pg_snapshot_xmax(webhooks.position) > pg_snapshot_xmax(pg_current_snapshot())`

/** A receiver that failed often is tried again, even if none of its entries is due. */
const isProbeDue = sql`webhooks.held_until is not null and webhooks.due_at is not null`

const hasWork = sql`(webhooks.due_at <= now() or ${isProbeDue} or webhooks.replay_to is not null or webhooks.page_snapshot is not null
  or ${isAhead} or ${hasNewEntries})`

/** Takes a webhook with work that no other worker has; the one that waited longest comes first. */
export async function claim(db: Db, worker: Id): Promise<Id | undefined> {
  const { rows } = await sql<{ id: Id }>`update webhooks set leased_by = ${worker}, leased_until = ${leaseEnd}
    where id = (
      select webhooks.id from webhooks join users on users.id = webhooks.user_id cross join lateral (
        select permissions from roles where roles.id = users.role_id union all
        select permissions from programs where programs.id = users.id and programs.expires_at > now()) as rights
      where not webhooks.paused and users.status = 'active' and users.deleted_at is null
        and rights.permissions && ${auditReaders}::text[]
        and (webhooks.leased_by is null or webhooks.leased_until < now())
        and (webhooks.held_until is null or webhooks.held_until <= now()) and ${hasWork}
      order by webhooks.leased_until nulls first limit 1 for update of webhooks skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

export type Leased = {
  id: Id
  worker: Id
  ownerId: Id
  url: string
  topics: string[]
  inPlaces: boolean
  failures: number
  secret: string
  former_secret: string | null
  former_secret_until: string | null
}

/** The webhook as it is now; undefined if it was paused, deleted or taken by another worker. */
export async function renew(db: Db, id: Id, worker: Id): Promise<Leased | undefined> {
  const { rows } = await sql<Leased>`update webhooks set leased_until = ${leaseEnd}
    where id = ${id} and leased_by = ${worker} and not paused
    returning id, ${worker}::uuid as worker, user_id as "ownerId", url, topics, in_places as "inPlaces", failures, secret,
      former_secret, former_secret_until`.execute(db)
  return rows[0]
}

/** True for the row of a webhook that this worker still has. */
export const isLeased = ({ id, worker }: Pick<Leased, 'id' | 'worker'>) =>
  sql`webhooks.id = ${id} and webhooks.leased_by = ${worker}`

const nextDue = sql`(select min(next_at) from webhook_deliveries where webhook_id = webhooks.id and status = 'pending')`

/** Another worker may take it when its next entry is due; if no more entries fit, not before. */
export const release = (db: Db, id: Id, worker: Id, isFull: boolean) =>
  sql`update webhooks set leased_by = null, due_at = ${nextDue}, held_until = ${isFull ? nextDue : sql`held_until`}
    where ${isLeased({ id, worker })}`.execute(db)
