import type { AssetEvent } from '@ats/contract/assets/history.ts'
import { decodeEpc } from '@ats/contract/epc.ts'
import { type RawBuilder, sql } from 'kysely'
import { allOwnFields, namesInEntries, withoutUnseenFacts } from '#features/own-fields/own-fields.ts'
import { factsInScope, pathsInScope } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { pictureAddress } from '#kernel/files/picture-address.ts'
import { found } from '#kernel/http/problem.ts'
import { entriesAt } from '#kernel/ledger/entries.ts'
import { withinScope } from '#kernel/scope.ts'

const pageSize = 50

/** The history of an asset, deleted or not, newest first, and every tag it carried. */
export async function historyOf(db: Db, actor: Actor, id: Id, before: number | undefined) {
  const asset = db.selectFrom('assets').select('id').where('id', '=', id).where(withinScope(actor, 'assets'))
  found(await asset.executeTakeFirst(), 'asset-not-found')
  const paths = await pathsInScope(db, actor)
  const rows = await db
    .selectFrom(entriesAt(eventsAbout(id, before)).as('events'))
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('state_changes', (join) =>
      join
        .onRef('state_changes.id', '=', 'events.record_id')
        .on(sql`events.record_kind`, '=', 'state-change'),
    )
    .select([
      'events.id',
      'events.at',
      'users.full_name as by',
      'events.action',
      factsInScope(withoutUnseenFacts(actor, sql.ref('events.before')), paths).as('before'),
      factsInScope(withoutUnseenFacts(actor, sql.ref('events.after')), paths).as('after'),
      'state_changes.id as requestId',
      'state_changes.number as requestNumber',
      'state_changes.reason',
      fullNameOf('state_changes.created_by').as('requestedBy'),
      'state_changes.image',
      'state_changes.thumbnail',
    ])
    .orderBy('events.id', 'desc')
    .execute()
  const events = rows.slice(0, pageSize).map(toEvent)
  return {
    events,
    more: rows.length > pageSize,
    tags: await tagsOf(db, id),
    ownTexts: await namesInEntries(db, actor, await allOwnFields(db), events),
  }
}

const linesOf = (kind: 'asset' | 'state-change', id: RawBuilder<unknown>, before: number | undefined) =>
  sql`select line.id, line.at from events as line where line.record_kind = ${sql.lit(kind)} and line.record_id = ${id}
    and ${before === undefined ? sql`true` : sql`line.id < ${before}`}`

/**
 * A decision changes the asset, which writes a second entry; the entry of the decision already says it. Both are
 * of one transaction, so they have one time, which leads to the month.
 */
const isByDecision = sql`line.action = 'asset.changed' and exists (
  select from state_changes join events as decision on decision.record_kind = 'state-change'
    and decision.record_id = state_changes.id and decision.at = line.at and decision.request_id = line.request_id
    and decision.actor_id = line.actor_id and decision.action in ('state-change.accepted', 'state-change.undone')
  where state_changes.asset_id = line.record_id)`

/** The newest entries about the asset and about each request for it, each read by its own index scan. */
const eventsAbout = (id: Id, before: number | undefined) => sql`
  select id, at from (
    (${linesOf('asset', sql`${id}`, before)} and not (${isByDecision})
      order by line.id desc limit ${sql.lit(pageSize + 1)})
    union all
    (select line.id, line.at from state_changes cross join lateral (
      ${linesOf('state-change', sql`state_changes.id`, before)}
      order by line.id desc limit ${sql.lit(pageSize + 1)}) as line where state_changes.asset_id = ${id})
  ) as lines order by id desc limit ${sql.lit(pageSize + 1)}`

type Line = {
  requestId: Id | null
  requestNumber: number | null
  reason: string | null
  requestedBy: string | null
  image: string | null
  thumbnail: string | null
} & Omit<AssetEvent, 'request'>

const textOf = (facts: Record<string, unknown> | null, name: string) => {
  const text = facts?.[name]
  return typeof text === 'string' ? text : null
}

/** States and note are those of the entry: both may have changed since. */
function toEvent({
  requestId,
  requestNumber,
  reason,
  requestedBy,
  image,
  thumbnail,
  ...event
}: Line): AssetEvent {
  if (requestId === null || requestNumber === null) return { ...event, request: null }
  const request = {
    _id: requestId,
    id: requestNumber,
    currentState: textOf(event.after, 'from') ?? '',
    newState: textOf(event.after, 'to') ?? '',
    reason: reason ?? '',
    note: textOf(event.after, 'note'),
    createdBy: requestedBy ?? '',
    image: pictureAddress('state-changes', requestId, 'full', image),
    thumbnail: pictureAddress('state-changes', requestId, 'thumbnail', thumbnail),
  }
  return { ...event, before: null, after: null, request }
}

async function tagsOf(db: Db, assetId: Id) {
  const rows = await db
    .selectFrom('asset_tags')
    .leftJoin('users', 'users.id', 'asset_tags.attached_by')
    .select([
      'rfid_tag as rfidTag',
      'attached_at as attachedAt',
      'users.name as attachedBy',
      'detached_at as detachedAt',
      'ending',
    ])
    .where('asset_id', '=', assetId)
    .orderBy('attached_at', 'desc')
    .orderBy('asset_tags.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, epc: decodeEpc(row.rfidTag) }))
}
