import { mostUnread, type Notification } from '@ats/contract/notifications.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { kindsOfAssets } from '#kernel/ledger/audience.ts'
import { personIsIn, placeIsIn, placesCountedBlind } from '#kernel/scope.ts'
import { mayChangeCover } from './cover-rules.ts'
import { people } from './recipients.ts'
import { allRules } from './rules.ts'

/** A batch lies within an hour, and the time leads to the month of the entry. */
export const isEntryOf = sql<SqlBool>`(line.id = told.event_id
  and line.at between told.at - interval '1 hour' and told.at + interval '1 hour')`

const isAboutMany = sql`told.count > 1 and line.record_kind in ('state-change', 'asset')`

/** The table of requests knows more than the ledger: the present name of the asset, and the messages. */
const request = (column: RawBuilder<unknown>) => sql`(
  select ${column} from state_changes join assets on assets.id = state_changes.asset_id
  join asset_names on asset_names.id = assets.name_id where state_changes.id = line.record_id)`

const subject = sql<string | null>`case when ${isAboutMany} then null else case line.record_kind
  when 'state-change' then ${request(sql`asset_names.name || ' ' || asset_tag_id(assets.number)`)}
  when 'asset' then concat_ws(' ', line.after ->> 'assetName', line.after ->> 'assetTagId')
  when 'import' then line.after ->> 'fileName'
  when 'export' then line.after ->> 'list'
  when 'bulk-job' then line.after ->> 'work'
  when 'access-request' then line.after ->> 'name'
  when 'help-request' then line.after ->> 'subject'
  when 'inventory' then line.readable_id
  when 'webhook' then line.record_name
  when 'cover' then line.record_name
  when 'paper' then line.record_name
  when 'reader' then line.record_name end end`

const detail = sql<
  string | null
>`case when ${isAboutMany} and line.action <> 'state-change.denied' then null else case line.action
  when 'state-change.requested' then ${request(sql`state_changes.reason`)}
  when 'state-change.denied' then ${request(sql`state_changes.note`)}
  when 'asset.rental-ending' then line.after ->> 'rentalEnds'
  when 'asset.field-due' then line.after ->> ('field:' || (line.after ->> 'ownField'))
  when 'cover.ending' then line.after ->> 'endsOn'
  when 'asset.left-property' then line.after ->> 'seenAt'
  when 'asset.seen-elsewhere' then line.after ->> 'seenAt'
  when 'reader.silent' then line.after ->> 'lastMessageAt'
  when 'inventory.due-soon' then line.after ->> 'dueOn'
  when 'inventory.overdue' then line.after ->> 'dueOn'
  when 'inventory.cancelled' then line.after ->> 'reason'
  when 'inventory.read-late' then line.after ->> 'device'
  when 'access-request.created' then line.after ->> 'email'
  when 'bulk-job.finished' then line.after ->> 'subject'
  else line.after ->> 'message' end end`

const reason = sql<Notification['reason']>`case when jsonb_exists(line.after, 'code') then
  jsonb_strip_nulls(jsonb_build_object('code', line.after -> 'code', 'params', line.after -> 'params')) end`

const ownField = sql<Notification['field']>`case when line.action = 'asset.field-due' then (
  select jsonb_build_object('label', label, 'labelHi', label_hi) from own_fields
  where own_fields.key = line.after ->> 'ownField') end`

/** A reminder tells of a value, which not everybody may see. */
const maySeeField = sql`(line.action <> 'asset.field-due' or exists (
  select from own_fields where own_fields.key = line.after ->> 'ownField' and own_fields.retired_at is null
    and (own_fields.seen_with is null or own_fields.seen_with = any(person.permissions))))`

const permissionOfRule = sql`case told.rule ${sql.join(
  allRules.flatMap(([rule, { permission }]) =>
    permission === undefined
      ? []
      : [sql`when ${sql.lit(rule)} then ${sql.lit(permission)} = any(person.permissions)`],
  ),
  sql` `,
)} else true end`

const placeByNow = sql`(select place_id from assets where assets.id = case line.record_kind
  when 'asset' then line.record_id
  else (select asset_id from state_changes where state_changes.id = line.record_id) end)`

/** Records in a place that the person counts blind are hidden here too. */
const isNotWithheld = sql`(line.record_kind <> all(${kindsOfAssets}::text[]) or not exists (
  select from (${placesCountedBlind(sql`person.id`)}) as blind
  join places on places.id = coalesce(${placeByNow}, line.place_id)
  where blind.id in (places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)))`

/**
 * A recipient may have lost a permission or a place since. So the rule, and the present place of the asset or
 * of the asker, are checked again whenever a notification is shown or emailed.
 */
export const isStillTheirs = sql<SqlBool>`exists (
  select from (${people}) as person where person.id = told.user_id and ${permissionOfRule} and ${maySeeField} and ${isNotWithheld}
  and (line.record_kind <> 'cover' or ${mayChangeCover(sql`line.record_id`)}) and (
    person.given is null or line.record_kind not in ('asset', 'state-change', 'help-request', 'inventory', 'reader') or exists (
      select from help_requests join users on users.id = help_requests.created_by
      where help_requests.id = line.record_id and (users.id = person.id or ${personIsIn(sql`person.given`)})) or exists (
      select from places where places.id = coalesce(${placeByNow}, line.place_id)
      and ${placeIsIn(sql`person.given`)})))`

export const notificationRows = (db: Db) =>
  db
    .selectFrom('notifications as told')
    .innerJoin('events as line', (join) => join.on(isEntryOf))
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
      reason.as('reason'),
      ownField.as('field'),
      'line.record_kind as recordKind',
      'line.record_id as recordId',
      sql<boolean>`told.read_at is not null`.as('read'),
    ])

type Wanted = { before?: number | undefined; size: number; unread: 'true' | 'false' }

export async function notificationsOf(db: Db, { id }: Actor, { before, size, unread }: Wanted) {
  const rows: Notification[] = await notificationRows(db)
    .where('told.user_id', '=', id)
    .where(isStillTheirs)
    .$if(before !== undefined, (query) => query.where('told.id', '<', before as number))
    .$if(unread === 'true', (query) => query.where('told.read_at', 'is', null))
    .orderBy('told.id', 'desc')
    .limit(size + 1)
    .execute()
  return { notifications: rows.slice(0, size), more: rows.length > size, unread: await unreadCount(db, id) }
}

async function unreadCount(db: Db, userId: Id) {
  const unread = await db
    .selectFrom('notifications as told')
    .innerJoin('events as line', (join) => join.on(isEntryOf))
    .select('told.id')
    .where('told.user_id', '=', userId)
    .where('told.read_at', 'is', null)
    .where(isStillTheirs)
    .orderBy('told.id', 'desc')
    .limit(mostUnread)
    .execute()
  return unread.length
}

/** Every rule with the person's choice, or else the rule's default. */
export async function choicesOf(db: Db, userId: Id) {
  const query = db.selectFrom('notification_choices').select(['rule', 'mail']).where('user_id', '=', userId)
  const chosen = new Map((await query.execute()).map(({ rule, mail }) => [rule, mail]))
  return allRules.map(([rule, { mail }]) => ({ rule, mail: chosen.get(rule) ?? mail }))
}
