// Why it is built this way: docs/decisions/070-own-fields.md

import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { type Kysely, sql } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import { ownFieldExpression, ownFieldPredicate } from './index-expression.ts'
import { presentOwnFields } from './stored-fields.ts'

/** A reminder that no worker could give on its day is given within so many days. */
const lateDays = 6
const entriesAtOnce = 5000

/**
 * Writes a ledger entry for each asset with a day in a field that comes near, once per asset, field, day and
 * reminder, in the time zone of the installation. The entries of one field and one day are one notification.
 */
export async function noteDueFields(db: Kysely<Tables>, zone: string) {
  const fields = (await presentOwnFields(db)).filter((field) => !field.retired && field.remindDays.length > 0)
  for (const field of fields)
    for (let written = entriesAtOnce; written === entriesAtOnce; )
      written = await inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('fields-due', 0))`.execute(tx)
        return noteSome(tx, field, zone)
      })
}

/** Reads only the days of each reminder from the index of the field, whatever the number of assets. */
async function noteSome(tx: Db, field: OwnField, zone: string): Promise<number> {
  const { key, label, remindDays } = field
  const value = sql.raw(ownFieldExpression(field))
  const has = sql.raw(ownFieldPredicate(field))
  const dayAfter = (days: number) =>
    sql`((now() at time zone ${zone})::date + ${Math.max(0, days)}::int)::text collate "C"`
  const due = remindDays.map(
    (days) => sql`select assets.id, assets.place_id, assets.number, assets.name_id, ${days}::int as days,
        ${value} as due
      from assets where ${has} and ${value} >= ${dayAfter(days - lateDays)} and ${value} <= ${dayAfter(days)}`,
  )
  const result = await sql`
    with near as (
      select distinct on (id) * from (${sql.join(due, sql` union all `)}) as due order by id, days
    ), unsaid as (
      select * from near where not exists (
        select from events where events.record_kind = 'asset' and events.record_id = near.id
          and events.action = 'asset.field-due' and events.after ->> 'ownField' = ${key}
          and events.after ->> ${ownFact(key)} = near.due and (events.after ->> 'remindDays')::int <= near.days)
      order by due, id limit ${entriesAtOnce}
    )
    ${insertEvents({
      who: { requestId: sql`${`reminders of ${key} on `} || (now() at time zone ${zone})::date` },
      ...{ action: 'asset.field-due', kind: 'asset', id: sql`unsaid.id`, place: sql`unsaid.place_id` },
      ...{ readableId: sql`asset_tag_id(unsaid.number)`, name: sql`asset_names.name` },
      after: sql`jsonb_build_object('assetTagId', asset_tag_id(unsaid.number), 'assetName', asset_names.name,
        'ownField', ${key}::text, 'ownFieldLabel', ${label}::text, ${ownFact(key)}::text, unsaid.due,
        'remindDays', unsaid.days)`,
      from: sql`unsaid join asset_names on asset_names.id = unsaid.name_id order by unsaid.due, unsaid.id`,
    })}`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
