import type { Notification } from '@ats/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { allRules } from './rules.ts'

const isAboutMany = sql`told.count > 1 and line.record_kind in ('state-change', 'asset')`

/** Of requests the table knows more than the ledger: the name of the asset as it is now, and who said what. */
const request = (column: RawBuilder<unknown>) => sql`(
  select ${column} from state_changes join assets on assets.id = state_changes.asset_id
  join asset_names on asset_names.id = assets.name_id where state_changes.id = line.record_id)`

const subject = sql<string | null>`case when ${isAboutMany} then null else case line.record_kind
  when 'state-change' then ${request(sql`asset_names.name || ' ' || asset_tag_id(assets.number)`)}
  when 'asset' then concat_ws(' ', line.after ->> 'assetName', line.after ->> 'assetTagId')
  when 'import' then line.after ->> 'fileName'
  when 'export' then line.after ->> 'list'
  when 'access-request' then line.after ->> 'name' end end`

const detail = sql<
  string | null
>`case when ${isAboutMany} and line.action <> 'state-change.denied' then null else case line.action
  when 'state-change.requested' then ${request(sql`state_changes.reason`)}
  when 'state-change.denied' then ${request(sql`state_changes.note`)}
  when 'asset.rental-ending' then line.after ->> 'rentalEnds'
  when 'access-request.created' then line.after ->> 'email'
  else line.after ->> 'message' end end`

/** What people were told, as they read it. */
export const notificationRows = (db: Db) =>
  db
    .selectFrom('notifications as told')
    .innerJoin('events as line', 'line.id', 'told.event_id')
    .leftJoin('users as doer', 'doer.id', 'line.actor_id')
    .select([
      'told.id',
      'told.rule',
      'line.action',
      'doer.full_name as user',
      'told.at',
      'told.count',
      subject.as('subject'),
      detail.as('detail'),
      'line.record_kind as recordKind',
      'line.record_id as recordId',
      sql<boolean>`told.read_at is not null`.as('read'),
    ])

type Wanted = { before?: number | undefined; size: number; unread: 'true' | 'false' }

export async function notificationsOf(db: Db, { id }: Actor, { before, size, unread }: Wanted) {
  const rows: Notification[] = await notificationRows(db)
    .where('told.user_id', '=', id)
    .$if(before !== undefined, (query) => query.where('told.id', '<', before as number))
    .$if(unread === 'true', (query) => query.where('told.read_at', 'is', null))
    .orderBy('told.id', 'desc')
    .limit(size + 1)
    .execute()
  return { notifications: rows.slice(0, size), more: rows.length > size, unread: await unreadCount(db, id) }
}

async function unreadCount(db: Db, userId: Id) {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Every rule with what the person chose, or else what the rule has. */
export async function choicesOf(db: Db, userId: Id) {
  const query = db.selectFrom('notification_choices').select(['rule', 'mail']).where('user_id', '=', userId)
  const chosen = new Map((await query.execute()).map(({ rule, mail }) => [rule, mail]))
  return allRules.map(([rule, { mail }]) => ({ rule, mail: chosen.get(rule) ?? mail }))
}
