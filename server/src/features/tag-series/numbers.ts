import type { NewVoidTag, TagBlock, VoidTag } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { blockById, tagOf, tagSeriesById } from './queries.ts'
import { entryAbout } from './series.ts'

/**
 * Reserves the next numbers. The row of the series is locked until the end of the transaction: a second reservation
 * waits, and continues behind this one or, if this one is rolled back, in its place.
 */
export async function reserveBlock(tx: Db, actor: Actor, id: Id, count: number): Promise<TagBlock> {
  const { rows } = await sql<{ first: string; last: string }>`
    update tag_series set next_serial = next_serial + ${count}::bigint
    where id = ${id} and retired_at is null and last_serial - next_serial + 1 >= ${count}::bigint
    returning (next_serial - ${count}::bigint)::text as first, (next_serial - 1)::text as last`.execute(tx)
  const series = await tagSeriesById(tx, id)
  const range = rows[0]
  if (range === undefined) {
    if (series.retired) throw new Problem('tag-series-retired')
    throw new Problem('tag-series-exhausted', { left: series.left })
  }
  await mustBeOnNoAsset(tx, series, BigInt(range.first), count)
  const { rows: blocks } = await sql<{
    id: Id
  }>`insert into tag_blocks (series_id, first_serial, last_serial, reserved_by)
    values (${id}, ${range.first}::bigint, ${range.last}::bigint, ${actor.id}) returning id`.execute(tx)
  const block = await blockById(tx, series, blocks[0]?.id ?? '')
  const { firstSerial, lastSerial } = block
  await record(tx, actor, {
    ...{ action: 'tag-series.block-reserved', ...entryAbout(series) },
    after: { firstSerial, lastSerial, count },
  })
  return block
}

/** Tags of the series that were on assets before it was defined here are not given out again. */
async function mustBeOnNoAsset(tx: Db, series: Parameters<typeof tagOf>[0], first: bigint, count: number) {
  const tags = Array.from({ length: count }, (_, at) => tagOf(series, first + BigInt(at)))
  const { rows } = await sql<{ at: number }>`select max(given.at) as at
    from unnest(${tags}::text[]) with ordinality as given (tag, at)
    where exists (select from asset_tags where upper(rfid_tag) = given.tag and detached_at is null)
      or exists (select from asset_tags where upper(rfid_tag) = given.tag and detached_at is not null)
    having count(*) > 0`.execute(tx)
  const used = rows[0]
  if (used !== undefined)
    throw new Problem('tag-number-on-asset', { serial: String(first + BigInt(used.at) - 1n) })
}

/** A deleted asset gets its tag back when it is restored. */
async function isOnAsset(tx: Db, tag: string): Promise<boolean> {
  const { rows } = await sql`select from asset_tags where upper(rfid_tag) = ${tag} and detached_at is null
    union all
    select from asset_tags join assets on assets.id = asset_tags.asset_id
    where upper(asset_tags.rfid_tag) = ${tag} and detached_at is not null and ending = 'deleted'
      and assets.deleted_at is not null limit 1`.execute(tx)
  return rows.length > 0
}

const voidBefore = { void_tags_pkey: () => new Problem('tag-number-void-before') }

/** A void number stays void. Numbers only grow, so nothing gives it out again. */
export async function voidNumber(
  tx: Db,
  actor: Actor,
  id: Id,
  { serial, reason }: NewVoidTag,
): Promise<VoidTag> {
  await tx.selectFrom('tag_series').select('id').where('id', '=', id).forKeyShare().execute()
  const series = await tagSeriesById(tx, id)
  const number = BigInt(serial)
  if (number < BigInt(series.firstSerial) || number >= BigInt(series.nextSerial))
    throw invalid('serial', 'tag-number-not-reserved')
  const tag = tagOf(series, serial)
  if (await isOnAsset(tx, tag)) throw new Problem('tag-number-in-use')
  const insert = sql<{
    voidedAt: string
    voidedBy: string | null
  }>`insert into void_tags (series_id, serial, tag, reason, voided_by)
    values (${id}, ${serial}::bigint, ${tag}, ${reason}, ${actor.id})
    returning voided_at as "voidedAt", (select full_name from users where users.id = voided_by) as "voidedBy"`
  const { rows } = await refusing(insert.execute(tx), voidBefore)
  await record(tx, actor, {
    ...{ action: 'tag-series.number-voided', ...entryAbout(series), after: { serial, tag, reason } },
  })
  return { serial, tag, reason, voidedBy: null, voidedAt: '', ...rows[0] }
}
