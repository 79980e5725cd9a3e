import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { newSince, type Position, positionOf } from '#kernel/ledger/position.ts'
import { follower } from './rules.ts'

/**
 * Actions of one kind by one request within an hour are one notification: the entries of such a batch share
 * this key.
 */
export const batchOf = (line: string): RawBuilder<string> => sql<string>`concat_ws(' ',
  ${sql.ref(`${line}.action`)}, ${sql.ref(`${line}.request_id`)},
  to_char(${sql.ref(`${line}.at`)}, 'YYYY-MM-DD HH24'))`

/** The owner saw the end of the work on the screen. */
export const isShown = sql<SqlBool>`exists (select from shown_work
  where shown_work.record_id = events.record_id and shown_work.action = events.action and shown_work.at > events.at)`

/** An entry of a decision that was undone since. */
export const isUndone = (line: string) => sql<SqlBool>`exists (select from events as undoing
  where undoing.record_kind = 'state-change' and undoing.record_id = ${sql.ref(`${line}.record_id`)}
    and undoing.action = 'state-change.undone' and undoing.id > ${sql.ref(`${line}.id`)})`

/**
 * Removes decisions that were undone since a position from their notifications; a notification about nothing
 * else is deleted. Recounts the entries up to the follower's position, so that repeating it changes nothing.
 * Returns whose notifications changed.
 */
export async function withdrawUndone(tx: Db, since: Position): Promise<Id[]> {
  const now = await positionOf(tx, follower)
  if (now === undefined || now.snapshot === since.snapshot) return []
  const { rows } = await sql<{ userId: Id }>`
    with undone as materialized (
      select record_id, id, actor_id from events
      where action = 'state-change.undone' and ${newSince(since)} and not ${newSince(now)}
    ), affected as materialized (
      select distinct on (told.id) told.id, told.user_id, told.batch, undone.actor_id, decision.at
      from undone join state_changes on state_changes.id = undone.record_id
      cross join lateral (select line.action, line.request_id, line.at from events as line
        where line.record_kind = 'state-change' and line.record_id = undone.record_id and line.id < undone.id
          and line.action in ('state-change.accepted', 'state-change.denied') order by line.id desc limit 1) as decision
      join notifications as told on told.user_id = state_changes.created_by
        and told.rule = 'state-change-decided' and told.batch = ${batchOf('decision')}
    ), remaining as materialized (
      select affected.id, affected.user_id, count(events.id)::int as count, max(events.id) as event_id
      from affected left join state_changes on state_changes.created_by = affected.user_id
        and state_changes.decided_by = affected.actor_id and state_changes.decided_at > affected.at - interval '1 hour'
      left join events on events.record_kind = 'state-change' and events.record_id = state_changes.id
        and ${batchOf('events')} = affected.batch and not ${isUndone('events')} and not ${newSince(now)}
      group by affected.id, affected.user_id
    ), gone as (
      delete from notifications using remaining where notifications.id = remaining.id and remaining.count = 0
    ), fewer as (
      update notifications set count = remaining.count, event_id = remaining.event_id
      from remaining where notifications.id = remaining.id and remaining.count > 0
    )
    select user_id as "userId" from remaining`.execute(tx)
  return rows.map(({ userId }) => userId)
}
