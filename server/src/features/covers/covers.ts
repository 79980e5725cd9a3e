// Why it is built this way: docs/decisions/072-covers.md

import type {
  Cover,
  CoverRenewal,
  coverCancellation,
  coverChange,
  coverEnd,
  newCover,
} from '@ats/contract/covers.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, insertEvents, record } from '#kernel/ledger/events.ts'
import { coverExport } from './exports.ts'
import { coverPapers } from './papers.ts'
import { coverById, coverInScope, coversAssetsOf, lowestPlaceOf, todayIn, vendorName } from './queries.ts'

/** What other slices use: the list of an export, and the place and recipients of a reminder. */
export const coverExports = { covers: coverExport }
export { coverPapers, lowestPlaceOf, todayIn }

/** The cover, locked, if the actor may change it. */
export async function coverForUpdate(tx: Db, actor: Actor, id: Id) {
  const row = await tx
    .selectFrom('covers')
    .select([
      ...(['id', 'kind', 'name', 'vendor_id as vendorId', 'cost', 'currency', 'note', 'version'] as const),
      ...(['reminder_days as reminderDays', 'cancelled_at as cancelledAt'] as const),
      sql<string>`starts_on::text`.as('startsOn'),
      sql<string>`ends_on::text`.as('endsOn'),
      coversAssetsOf(actor).as('isCovered'),
      vendorName.as('vendor'),
      lowestPlaceOf(sql.ref('covers.id')).as('place'),
    ])
    .where('id', '=', id)
    .where(coverInScope(actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const cover = found(row, 'cover-not-found')
  if (!cover.isCovered) throw new Problem('cover-needs-all-assets')
  return cover
}
export type CoverRow = Awaited<ReturnType<typeof coverForUpdate>>

/** The cover's fields of a ledger entry. */
export const lineAbout = ({ id, name }: Pick<CoverRow, 'id' | 'name'>, place: Id | null) => ({
  ...{ kind: 'cover' as const, id, name, place },
})

type Facts = Pick<Cover, 'kind' | 'name' | 'startsOn' | 'endsOn' | 'note' | 'reminderDays' | 'cost'>
const factsOf = (of: Facts, vendor: string | null) => ({
  ...{ kind: of.kind, name: of.name, vendor, startsOn: of.startsOn, endsOn: of.endsOn },
  ...{ cost: of.cost, note: of.note, reminderDays: of.reminderDays },
})
const costOf = ({ cost, currency }: Pick<CoverRow, 'cost' | 'currency'>) =>
  cost === null || currency === null ? null : { amount: cost, currency }
const factsOfRow = (row: CoverRow) => factsOf({ ...row, cost: costOf(row) }, row.vendor)
const factsOfCover = (cover: Cover) => factsOf(cover, cover.vendor?.name ?? null)

const refusals = {
  covers_vendor_id_fkey: () => invalid('vendorId', 'vendor-unknown'),
  covers_period: () => invalid('endsOn', 'cover-period-reversed'),
  covers_renewed_once: () => new Problem('cover-renewed-before'),
}

const distinct = (days: readonly number[]) => [...new Set(days)].sort((a, b) => b - a)

type Given = z.output<typeof newCover> & { renewsId?: Id }

async function insertCover(tx: Db, actor: Actor, { renewsId, ...given }: Given) {
  const values = {
    ...{ kind: given.kind, name: given.name, vendor_id: given.vendorId, note: given.note },
    ...{
      starts_on: given.startsOn,
      ends_on: given.endsOn,
      renews_id: renewsId ?? null,
      created_by: actor.id,
    },
    ...{ cost: given.cost?.amount ?? null, currency: given.cost?.currency ?? null },
    reminder_days: distinct(given.reminderDays),
  }
  const insert = tx.insertInto('covers').values(values).returning('id').executeTakeFirstOrThrow()
  return (await refusing(insert, refusals)).id
}

export async function createCover(tx: Db, actor: Actor, given: Given, zone: string): Promise<Cover> {
  const id = await insertCover(tx, actor, given)
  const cover = await coverById(tx, actor, id, zone)
  await record(tx, actor, {
    ...{ action: 'cover.created', ...lineAbout({ ...cover, id }, null), after: factsOfCover(cover) },
  })
  return cover
}

/** Rejects a change of an outdated version, and of a cancelled cover. */
async function coverToChange(tx: Db, actor: Actor, id: Id, version: number | undefined) {
  const cover = await coverForUpdate(tx, actor, id)
  await mustBeVersion(tx, { kind: 'cover', id }, version, () => {
    const { vendor: _vendor, ...facts } = factsOfRow(cover)
    return {
      ...plainFields(facts),
      vendorId: { value: cover.vendorId, text: cover.vendor, fact: 'vendor' },
    }
  })
  if (cover.cancelledAt !== null) throw new Problem('cover-is-cancelled')
  return cover
}

export async function changeCover(
  tx: Db,
  actor: Actor,
  id: Id,
  { version, ...change }: z.output<typeof coverChange>,
  zone: string,
) {
  const row = await coverToChange(tx, actor, id, version)
  const {
    kind,
    name,
    vendorId,
    startsOn,
    endsOn,
    cost,
    note,
    reminderDays = [],
  } = {
    ...{ ...row, cost: costOf(row) },
    ...change,
  }
  const set = {
    ...{ kind, name, vendor_id: vendorId, note, starts_on: startsOn, ends_on: endsOn },
    ...{
      cost: cost?.amount ?? null,
      currency: cost?.currency ?? null,
      reminder_days: distinct(reminderDays),
    },
  }
  await refusing(tx.updateTable('covers').set(set).where('id', '=', id).execute(), refusals)
  const after = await coverById(tx, actor, id, zone)
  const changes = difference(factsOfRow(row), factsOfCover(after))
  if (changes !== undefined)
    await record(tx, actor, {
      ...{ action: 'cover.changed', ...lineAbout({ ...after, id }, row.place), version: after.version },
      ...changes,
    })
  return after
}

/** A cover with assets is kept, because reports of past days need it. */
export async function removeCover(tx: Db, actor: Actor, id: Id) {
  const cover = await coverForUpdate(tx, actor, id)
  const { rows } = await sql`select from cover_assets where cover_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('cover-has-assets')
  const remove = tx.deleteFrom('covers').where('id', '=', id).execute()
  await refusing(remove, { covers_renews_id_fkey: () => new Problem('cover-has-neighbours') })
  await record(tx, actor, {
    ...{ action: 'cover.deleted', ...lineAbout(cover, null), before: factsOfRow(cover) },
  })
}

export async function endCover(
  tx: Db,
  actor: Actor,
  id: Id,
  { endsOn, version }: z.output<typeof coverEnd>,
  zone: string,
) {
  const row = await coverToChange(tx, actor, id, version)
  if (endsOn >= row.endsOn) throw invalid('endsOn', 'cover-end-not-earlier')
  const update = tx.updateTable('covers').set({ ends_on: endsOn }).where('id', '=', id).execute()
  await refusing(update, refusals)
  const after = await coverById(tx, actor, id, zone)
  await record(tx, actor, {
    ...{ action: 'cover.ended', ...lineAbout(row, row.place), version: after.version },
    ...{ before: { endsOn: row.endsOn }, after: { endsOn } },
  })
  return after
}

export async function cancelCover(
  tx: Db,
  actor: Actor,
  id: Id,
  { reason, version }: z.output<typeof coverCancellation>,
  zone: string,
) {
  const row = await coverToChange(tx, actor, id, version)
  const set = { cancelled_at: sql<string>`now()`, cancel_reason: reason }
  await tx.updateTable('covers').set(set).where('id', '=', id).execute()
  const after = await coverById(tx, actor, id, zone)
  await record(tx, actor, {
    ...{ action: 'cover.cancelled', ...lineAbout(row, row.place), version: after.version },
    after: { reason },
  })
  return after
}

/** The cover of the next period, without its assets; the previous one stays as it is. */
export async function renewCover(tx: Db, actor: Actor, id: Id, renewal: CoverRenewal, zone: string) {
  const row = await coverToChange(tx, actor, id, undefined)
  if (renewal.startsOn <= row.endsOn) throw invalid('startsOn', 'cover-renewal-overlaps', { day: row.endsOn })
  const { kind, vendorId, note, reminderDays } = row
  const given = { kind, vendorId, note, reminderDays, ...renewal, renewsId: id }
  const renewed = await createCover(tx, actor, given, zone)
  await record(tx, actor, {
    ...{ action: 'cover.renewed', ...lineAbout(row, row.place) },
    after: { renewedBy: renewed.name, startsOn: renewed.startsOn, endsOn: renewed.endsOn },
  })
  return renewed
}

/** Makes covers of a vendor that is merged covers of another one. */
export async function repointCovers(tx: Db, actor: Actor, { id, into }: { id: Id; into: Id }) {
  await sql`
    with repointed as (update covers set vendor_id = ${into} where vendor_id = ${id} returning covers.id, covers.name)
    ${insertEvents({
      ...{ who: actor, action: 'cover.changed', kind: 'cover', id: sql`repointed.id` },
      ...{ name: sql`repointed.name`, place: lowestPlaceOf(sql`repointed.id`) },
      before: sql`jsonb_build_object('vendor', (select name from vendors where id = ${id}))`,
      after: sql`jsonb_build_object('vendor', (select name from vendors where id = ${into}))`,
      from: sql`repointed order by repointed.id`,
    })}`.execute(tx)
}

/** True for vendors that a cover names. */
export const hasCovers = (vendorId: string) =>
  sql<boolean>`exists (select from covers where covers.vendor_id = ${sql.ref(vendorId)})`
