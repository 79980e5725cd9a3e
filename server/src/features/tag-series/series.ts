// Why it is built this way: docs/decisions/073-tag-numbers.md

import { randomBytes } from 'node:crypto'
import { bitsOfSerial } from '@ats/contract/epc-encode.ts'
import {
  mostTagSeries,
  type newTagSeries,
  type TagSeries,
  type TagSeriesChange,
} from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { tagSeriesById } from './queries.ts'

const refusals = {
  tag_series_name: () => invalid('name', 'tag-series-name-taken'),
  tag_series_prefix: () => invalid('companyPrefix', 'tag-series-prefix-taken'),
}

/** Series are for the whole organisation. */
function mustGovern(actor: Actor) {
  if (!actor.everywhere) throw new Problem('masters-need-everywhere')
}

/** The fields of an entry in the ledger. */
export const entryAbout = ({ id, name, version }: TagSeries) => ({
  ...{ kind: 'tag-series' as const, id, name, version },
})

type Given = z.output<typeof newTagSeries>

/** The range of a new series, within what its scheme can hold. */
function rangeOf({ scheme, companyPrefix, firstSerial, lastSerial }: Given) {
  const parts = { scheme, ...(companyPrefix !== null && { companyPrefix }) }
  const most = 2n ** BigInt(bitsOfSerial(parts)) - 1n
  const [first, last] = [BigInt(firstSerial), lastSerial === null ? most : BigInt(lastSerial)]
  if (first > most) throw invalid('firstSerial', 'tag-serial-too-large')
  if (last > most) throw invalid('lastSerial', 'tag-serial-too-large')
  if (first > last) throw invalid('lastSerial', 'tag-series-range-reversed')
  return { first, last }
}

const newOrganisationCode = () => randomBytes(4).toString('hex').toUpperCase()

export async function createTagSeries(tx: Db, actor: Actor, given: Given): Promise<TagSeries> {
  mustGovern(actor)
  const { first, last } = rangeOf(given)
  // One after the other, so that two administrators do not exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended('tag-series', 0))`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from tag_series`.execute(tx)
  if ((counted[0]?.count ?? 0) >= mostTagSeries)
    throw new Problem('tag-series-too-many', { most: mostTagSeries })
  const { name, scheme, companyPrefix, itemReference, filter } = given
  const organisation = scheme === 'private' ? newOrganisationCode() : null
  const insert = sql<{
    id: Id
  }>`insert into tag_series (name, scheme, company_prefix, item_reference, organisation,
      filter, first_serial, next_serial, last_serial, created_by)
    values (${name}, ${scheme}, ${companyPrefix}, ${itemReference}, ${organisation}, ${filter},
      ${String(first)}::bigint, ${String(first)}::bigint, ${String(last)}::bigint, ${actor.id})
    returning id`
  const { rows } = await refusing(insert.execute(tx), refusals)
  const series = await tagSeriesById(tx, rows[0]?.id ?? '')
  await record(tx, actor, { action: 'tag-series.created', ...entryAbout(series), after: factsOf(series) })
  return series
}

/** What the ledger stores about a series. */
function factsOf({ name, scheme, companyPrefix, itemReference, organisation, filter, ...range }: TagSeries) {
  const { firstSerial, nextSerial, lastSerial } = range
  return {
    ...{ name, scheme, companyPrefix, itemReference, organisation, filter },
    ...{ firstSerial, nextSerial, lastSerial },
  }
}

/** The series, locked until the end of the transaction: reservations wait. */
async function seriesForUpdate(tx: Db, actor: Actor, id: Id, version: number | undefined) {
  mustGovern(actor)
  await tx.selectFrom('tag_series').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const series = await tagSeriesById(tx, id)
  await mustBeVersion(tx, { kind: 'tag-series', id }, version, () => plainFields({ name: series.name }))
  return series
}

export async function changeTagSeries(tx: Db, actor: Actor, id: Id, change: TagSeriesChange) {
  const before = await seriesForUpdate(tx, actor, id, change.version)
  if (before.retired) throw new Problem('tag-series-retired')
  const { name = before.name, nextSerial = before.nextSerial } = change
  const next = BigInt(nextSerial)
  if (change.nextSerial !== undefined && next < BigInt(before.nextSerial)) {
    const below = String(BigInt(before.nextSerial) - 1n)
    throw invalid('nextSerial', 'tag-series-goes-up', { next: below })
  }
  if (next > BigInt(before.lastSerial) + 1n) throw invalid('nextSerial', 'tag-serial-too-large')
  const update = sql`update tag_series set name = ${name}, next_serial = ${nextSerial}::bigint where id = ${id}`
  await refusing(update.execute(tx), refusals)
  const after = await tagSeriesById(tx, id)
  const changes = difference(factsOf(before), factsOf(after))
  if (changes !== undefined)
    await record(tx, actor, { action: 'tag-series.changed', ...entryAbout(after), ...changes })
  return after
}

type Edited = { version?: number | undefined }

/** Its numbers and tags stay valid. */
export async function retireTagSeries(tx: Db, actor: Actor, id: Id, { version }: Edited) {
  const { retired } = await seriesForUpdate(tx, actor, id, version)
  if (retired) throw new Problem('tag-series-retired')
  await sql`update tag_series set retired_at = now() where id = ${id}`.execute(tx)
  return recordStep(tx, actor, id, 'retired')
}

export async function bringBackTagSeries(tx: Db, actor: Actor, id: Id, { version }: Edited) {
  const { retired } = await seriesForUpdate(tx, actor, id, version)
  if (!retired) throw new Problem('tag-series-not-retired')
  await sql`update tag_series set retired_at = null where id = ${id}`.execute(tx)
  return recordStep(tx, actor, id, 'brought-back')
}

async function recordStep(tx: Db, actor: Actor, id: Id, step: 'retired' | 'brought-back') {
  const series = await tagSeriesById(tx, id)
  const retired = step === 'retired'
  await record(tx, actor, {
    ...{ action: `tag-series.${step}`, ...entryAbout(series) },
    ...{ before: { retired: !retired }, after: { retired } },
  })
  return series
}
