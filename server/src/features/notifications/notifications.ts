import type { EndOfOwnWork, MailChoice, NotificationRule } from '@ats/contract/notifications.ts'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { deleteInBatches } from '#kernel/db/end-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { positionOf } from '#kernel/ledger/position.ts'
import { choicesOf } from './queries.ts'
import { follower, rules } from './rules.ts'

const now = sql<string>`now()`

/** Reading a notification changes no record, so the ledger has no entry for it. */
export async function readOne(db: Db, { id: userId }: Actor, id: number) {
  const own = await db
    .updateTable('notifications')
    .set(({ fn, ref }) => ({ read_at: fn.coalesce(ref('read_at'), now) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  found(own, 'notification-not-found')
  await notifyOwnScreens(db, userId)
}

/** The person's other tabs and devices update their count. */
const notifyOwnScreens = (db: Db, userId: Id) => sql`select pg_notify('notifications', ${userId})`.execute(db)

/** Notifications newer than the newest one seen stay unread. */
export async function readAllUpTo(db: Db, { id: userId }: Actor, upTo: number) {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .execute()
  await notifyOwnScreens(db, userId)
}

const tableOfWork = { import: 'imports', export: 'exports', 'bulk-job': 'bulk_jobs' } as const

/**
 * Prevents the notification about this end of work, or withdraws it. Waits for the notifier, so that it does
 * not create one from an older snapshot.
 */
export async function withdrawShown(tx: Db, { id: userId }: Actor, action: EndOfOwnWork, recordId: Id) {
  const [kind] = action.split('.') as [keyof typeof tableOfWork]
  const own = sql<{ id: Id }>`select id from ${sql.table(tableOfWork[kind])}
    where id = ${recordId} and user_id = ${userId}`.execute(tx)
  found((await own).rows[0], 'notification-not-found')
  await positionOf(tx, follower)
  await sql`insert into shown_work (record_id, action) values (${recordId}, ${action})
    on conflict (record_id, action) do update set at = excluded.at`.execute(tx)
  await sql`delete from notifications using events where events.id = notifications.event_id
    and events.record_kind = ${kind} and events.record_id = ${recordId} and events.action = ${action}
    and notifications.user_id = ${userId}`.execute(tx)
  await notifyOwnScreens(tx, userId)
}

type Choice = { rule: NotificationRule; mail: MailChoice }

/** Only rules that can ever apply to the person. */
export async function choicesFor(db: Db, { id, permissions }: Actor): Promise<Choice[]> {
  const all = await choicesOf(db, id)
  return all.filter(({ rule }) => {
    const { permission, begunWith = permission && [permission], isMailedAnyway } = rules[rule]
    if (isMailedAnyway) return false
    return begunWith === undefined || begunWith.some((one) => permissions.includes(one))
  })
}

const byRule = (choices: Choice[]) => Object.fromEntries(choices.map(({ rule, mail }) => [rule, mail]))

export async function choose(tx: Db, actor: Actor, choices: Choice[]) {
  const before = byRule(await choicesOf(tx, actor.id))
  const wanted = byRule(choices)
  const changes = difference(before, { ...before, ...wanted })
  if (changes === undefined) return
  await sql`insert into notification_choices (user_id, rule, mail)
    select ${actor.id}, * from unnest(${Object.keys(wanted)}::text[], ${Object.values(wanted)}::text[])
    on conflict (user_id, rule) do update set mail = excluded.mail`.execute(tx)
  await record(tx, actor, { action: 'user.mail-choices-changed', kind: 'user', id: actor.id, ...changes })
}

const readDaysKept = 90

/** Deletes read notifications before their time; all others end as kernel/lifetimes.ts says. */
export const forgetReadNotifications = (db: Kysely<Tables>) =>
  deleteInBatches(
    db,
    'notifications',
    sql`select ctid from notifications where read_at is not null
      and at < now() - make_interval(days => ${sql.lit(readDaysKept)}) order by at`,
  )
