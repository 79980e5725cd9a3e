import type { SecurityEntry, SecurityKind } from '@ats/contract/security-feed.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { kindOfEntry, ledgerActions } from './ledger-kinds.ts'

/** A row of the feed before names are added. */
export type FeedRow = Omit<SecurityEntry, 'person' | 'by' | 'isProgram'> & { byId: string | null }

/** The person or program that an entry of the ledger changed, or the person who changed something else. */
export const personOfEntry = sql<
  string | null
>`case when events.record_kind in ('user', 'program') then events.record_id
  else events.actor_id end`

/** Ids of both tables in one order: those of the ledger are even. */
export const ledgerId = sql<number>`events.id * 2`
export const eventId = sql<number>`security_events.id * 2 + 1`

const ledgerDetail = sql`jsonb_strip_nulls(jsonb_build_object(
  'changed', case when events.action = 'user.changed'
    then (select string_agg(field, ', ') from jsonb_object_keys(events.after) as field) end,
  'role', case events.record_kind when 'role' then coalesce(events.record_name, events.after ->> 'name',
    events.before ->> 'name', (select name from roles where roles.id = events.record_id)) end))`

type Arm = { where: RawBuilder<SqlBool>; order: RawBuilder<unknown>; limit: number }

const storedRows = ({ where, order, limit }: Arm) => sql`(
  select ${eventId} as id, at, last_at as "lastAt", kind, count, person_id as "personId", null::uuid as "byId", account,
    key_id as "keyId", address, network, user_agent as "userAgent", request_id as "requestId", detail,
    null::bigint as "auditId"
  from security_events where ${where} order by ${order} limit ${limit})`

const ledgerRows = ({ where, order, limit }: Arm) => sql`(
  select ${ledgerId}, events.at, events.at, ${kindOfEntry}, 1, ${personOfEntry}, events.actor_id, null, null::uuid,
    null, null, null, events.request_id, ${ledgerDetail}, events.id
  from events where ${where} order by ${order} limit ${limit})`

/** Rows of the feed from both tables, each already limited to what one page can show. */
export const feedRows = (stored: Arm, ledger: Arm) =>
  sql<FeedRow>`(${storedRows(stored)} union all ${ledgerRows(ledger)})`

/** True for entries of the ledger that belong to the feed, of the kind if one is given. */
export const isOfFeed = (actions = ledgerActions, kind?: SecurityKind) =>
  sql<SqlBool>`(events.action = any(${actions}::text[]) and ${
    kind === undefined ? sql`${kindOfEntry} is not null` : sql`${kindOfEntry} = ${kind}`
  })`
