import { type RawBuilder, sql } from 'kysely'
import { idsSeenBy } from '#features/audit/audit.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { currentPosition, newSince, type Position } from '#kernel/ledger/position.ts'
import type { Services } from '#kernel/services.ts'
import { isLeased, type Leased } from './lease.ts'

const entriesInPage = 1000
/** A slow or dead receiver leaves its entries in the ledger; only so many are copied. */
const mostPending = 10_000
/** New entries that are older are not sent, for example after a long pause; a replay sends them. */
const newsDays = 30
const isNews = sql`events.at > now() - make_interval(days => ${sql.lit(newsDays)})`

type Cursor = Position & {
  pageSnapshot: string | null
  pageAfter: number
  replayAfter: number | null
  replayTo: number | null
}
type Entry = { id: number; at: string; recordId: Id; action: string; isWanted: boolean }

async function cursorOf(tx: Db, webhook: Leased): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`select position::text as snapshot, restored_to as "restoredTo",
      page_snapshot::text as "pageSnapshot", page_after as "pageAfter", replay_after as "replayAfter", replay_to as "replayTo"
    from webhooks where ${isLeased(webhook)} for no key update`.execute(tx)
  return rows[0]
}

const isFull = async (db: Db, { id }: Leased) => {
  const { rows } = await sql`select from webhook_deliveries where webhook_id = ${id} and status = 'pending'
    offset ${sql.lit(mostPending - 1)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Copies the next page of the ledger into deliveries, as far as the owner may see its entries now. The page and
 * the cursor are one transaction, so no entry is lost or copied twice.
 */
export async function readPage(
  { db }: Services,
  webhook: Leased,
  owner: Actor,
): Promise<'read' | 'end' | 'full'> {
  if (await isFull(db, webhook)) return 'full'
  return inTransaction(db, async (tx) => {
    const cursor = await cursorOf(tx, webhook)
    if (cursor === undefined) return 'end'
    if (cursor.replayAfter !== null && cursor.replayTo !== null)
      await replayPage(tx, webhook, owner, { after: cursor.replayAfter, to: cursor.replayTo })
    else {
      const page = cursor.pageSnapshot === null ? await openPage(tx, webhook, cursor) : cursor
      if (page === undefined) return 'end'
      await newPage(tx, webhook, owner, page)
    }
    return 'read'
  })
}

/**
 * Fixes which new entries are read next, and where their numbers begin. They are read in the order of the numbers,
 * which is the order of the changes of each record: a change locks its record before it writes its entry.
 */
async function openPage(
  tx: Db,
  webhook: Leased,
  { snapshot, restoredTo }: Cursor,
): Promise<Cursor | undefined> {
  const { rows } = await sql<Position & { here: string; first: number | null; isAhead: boolean }>`
    select here.snapshot::text as here, here."restoredTo",
      pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(here.snapshot) as "isAhead",
      (select min(id) from (select events.id from events where ${newSince({ snapshot, restoredTo })} and ${isNews} offset 0)
        as later) as first
    from (${currentPosition}) as here`.execute(tx)
  const [now] = rows
  if (now === undefined) return undefined
  const isEmpty = now.isAhead || now.first === null
  const values = isEmpty
    ? sql`position = ${now.here}::pg_snapshot, restored_to = ${now.isAhead ? now.restoredTo : restoredTo}`
    : sql`page_snapshot = ${now.here}::pg_snapshot, page_after = ${now.first} - 1`
  await sql`update webhooks set ${values} where ${isLeased(webhook)}`.execute(tx)
  const open = { pageSnapshot: now.here, pageAfter: (now.first ?? 1) - 1, replayAfter: null, replayTo: null }
  return isEmpty ? undefined : { snapshot, restoredTo, ...open }
}

async function newPage(tx: Db, webhook: Leased, owner: Actor, cursor: Cursor) {
  const { snapshot, restoredTo, pageSnapshot, pageAfter } = cursor
  const end = { snapshot: pageSnapshot ?? snapshot, restoredTo }
  // A plain condition: the page is read by number, not by transaction.
  const isNew = sql`${isNews} and case when ${newSince({ snapshot, restoredTo })} and not ${newSince(end)} then true else false end`
  const entries = await pageOf(tx, webhook, pageAfter, isNew)
  await deliver(tx, webhook, owner, entries, sql`do nothing`)
  const isLast = entries.length < entriesInPage
  const values = isLast
    ? sql`position = page_snapshot, page_snapshot = null, page_after = 0`
    : sql`page_after = ${entries.at(-1)?.id ?? pageAfter}`
  await sql`update webhooks set ${values} where ${isLeased(webhook)}`.execute(tx)
}

async function replayPage(
  tx: Db,
  webhook: Leased,
  owner: Actor,
  { after, to }: { after: number; to: number },
) {
  const entries = await pageOf(tx, webhook, after, sql`events.id <= ${to}::bigint`)
  await deliver(
    tx,
    webhook,
    owner,
    entries,
    sql`(webhook_id, event_id) do update set status = 'pending', next_at = now(), expires_at = now() + interval '3 days'`,
  )
  const isLast = entries.length < entriesInPage
  const values = isLast
    ? sql`replay_after = null, replay_to = null`
    : sql`replay_after = ${entries.at(-1)?.id ?? after}`
  await sql`update webhooks set ${values} where ${isLeased(webhook)}`.execute(tx)
}

async function pageOf(
  tx: Db,
  { id, topics, inPlaces }: Leased,
  after: number,
  condition: RawBuilder<unknown>,
) {
  const isThere = inPlaces
    ? sql`exists (select from webhook_places join places on places.id in (page.place_id, page.from_place_id)
        where webhook_places.webhook_id = ${id}
          and webhook_places.place_id in (places.id, places.aou_id, places.property_id, places.mm_id, places.city_id))`
    : sql`true`
  const { rows } = await sql<Entry>`
    with page as materialized (
      select events.id, events.at, events.action, events.record_kind, events.record_id, events.place_id, events.from_place_id
      from events where events.id > ${after}::bigint and ${condition} order by events.id limit ${sql.lit(entriesInPage)}
    )
    select page.id, page.at, page.action, page.record_id as "recordId",
      ((page.record_kind = any(${topics}::text[]) or page.action = any(${topics}::text[])) and ${isThere}) as "isWanted"
    from page order by page.id`.execute(tx)
  return rows
}

async function deliver(
  tx: Db,
  { id }: Leased,
  owner: Actor,
  entries: readonly Entry[],
  onConflict: RawBuilder<unknown>,
) {
  const wanted = entries.filter(({ isWanted }) => isWanted)
  if (wanted.length === 0) return
  const seen = await idsSeenBy(tx, owner, wanted)
  const lines = wanted.filter((entry) => seen.has(entry.id))
  const column = <T>(read: (entry: Entry) => T) => lines.map(read)
  await sql`insert into webhook_deliveries (webhook_id, event_id, event_at, record_id, action)
    select ${id}::uuid, * from unnest(${column((line) => line.id)}::bigint[], ${column(({ at }) => at)}::timestamptz[],
      ${column(({ recordId }) => recordId)}::uuid[], ${column(({ action }) => action)}::text[])
    on conflict ${onConflict}`.execute(tx)
}
