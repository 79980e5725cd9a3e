import type { NotificationRule } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { followLedger, type LedgerFollower } from '#kernel/ledger/follow-ledger.ts'
import { beginFollowing, newSince, type Position, positionOf } from '#kernel/ledger/position.ts'
import type { Services } from '#kernel/services.ts'
import { people } from './recipients.ts'
import { allRules, follower, standardChoices } from './rules.ts'
import { batchOf, isShown, isUndone, withdrawUndone } from './withdrawals.ts'

const newsDays = 30

/** As long as a toast offers undo: what is withdrawn or read before is not emailed. */
const mailAfterSeconds = 10

const actions = sql`(values ${sql.join(
  allRules.flatMap(([rule, { actions, each }]) =>
    actions.map((action) => sql`(${sql.lit(action)}, ${sql.lit(rule)}, ${sql.lit(each === true)})`),
  ),
)}) as rules (action, rule, each)`

const rulesByRecipients = new Map(
  [...Map.groupBy(allRules, ([, { recipients }]) => recipients)].map(([recipients, rules]) => [
    recipients,
    rules.map(([rule]) => rule),
  ]),
)

type Told = { id: number; userId: Id; rule: NotificationRule; isNew: boolean }

/** One statement, so that the entries and the new position belong to the same snapshot. */
async function tell(tx: Db, position: Position): Promise<Told[]> {
  const recipients = [...rulesByRecipients].map(([recipients, rules]) => sql`(${recipients(rules)})`)
  const { rows } = await sql<Told>`
    with news as materialized (
      select events.id, events.at, events.actor_id, events.record_id, events.place_id, rules.rule,
        case when rules.each then concat_ws(' ', events.action, events.request_id, events.id)
          else ${batchOf('events')} end as batch
      from events join ${actions} on rules.action = events.action
      where ${newSince(position)} and events.at > now() - make_interval(days => ${newsDays})
        and not (rules.rule = 'state-change-decided' and ${isUndone('events')}) and not (rules.each and ${isShown})
    ), moved as (
      update followers set position = pg_current_snapshot()
      where name = ${follower} and exists (select from events where ${newSince(position)})
    ), people as not materialized (${people}), told as (${sql.join(recipients, sql` union all `)})
    insert into notifications (user_id, rule, batch, event_id, count, at)
    select user_id, rule, batch, max(event_id), sum(lines), min(at) from told
    group by user_id, rule, batch order by max(event_id)
    on conflict (user_id, rule, batch) do update set count = notifications.count + excluded.count,
      event_id = excluded.event_id, read_at = null
    returning id, user_id as "userId", rule, xmax = 0 as "isNew"`.execute(tx)
  return rows
}

async function toMailNow(tx: Db, told: Told[]): Promise<string[]> {
  const ids = told.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select told.id::text from notifications as told join ${standardChoices} on standard.rule = told.rule
    left join notification_choices as chosen on (chosen.user_id, chosen.rule) = (told.user_id, told.rule)
    where told.id = any(${ids}::bigint[]) and coalesce(chosen.mail, standard.mail) = 'now'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A notification of PostgreSQL has at most 8,000 bytes. */
const idsAMessage = 100

/** Tells the API processes which people have new notifications. */
const announce = (tx: Db, userIds: Id[]) =>
  sql`select pg_notify('notifications', string_agg(id::text, ',')) from (
      select id, row_number() over (order by id) as number from (select distinct unnest(${userIds}::uuid[]) as id) as told
    ) as numbered group by number / ${sql.lit(idsAMessage)}`.execute(tx)

/** Notifies everybody once, however many workers run at the same time; returns the number of notifications. */
export async function writeNotifications({ db, jobs, sendMail }: Pick<Services, 'db' | 'jobs' | 'sendMail'>) {
  return inTransaction(db, async (tx) => {
    const position = await positionOf(tx, follower)
    if (position === undefined) return 0
    const told = await tell(tx, position)
    const withdrawnFrom = await withdrawUndone(tx, position)
    if (sendMail !== undefined)
      await jobs.enqueueAll(tx, 'notification-mails', await toMailNow(tx, told), {
        afterSeconds: mailAfterSeconds,
      })
    await announce(tx, [...told.map(({ userId }) => userId), ...withdrawnFrom])
    return told.length
  })
}

export const beginNotifying = (db: Db) => beginFollowing(db, follower)

export type Notifier = Pick<LedgerFollower<number>, 'isWorking' | 'stop'>

export async function startNotifier(services: Services, failed: (error: unknown) => void): Promise<Notifier> {
  await beginNotifying(services.db)
  const { databaseUrl } = services.config
  const following = followLedger({ databaseUrl, read: () => writeNotifications(services), failed })
  void following.readNow()
  return following
}
