import { sql } from 'kysely'
import { addOwnFieldSet } from '#features/own-fields/sets.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import type { Act, Stage } from './year.ts'

/** The purchase set, with values for every third asset, from its number and registration. */
export const purchaseFields = (stage: Stage): Act[] => [
  { daysAgo: 60, minute: 45, run: (requestId) => addPurchases(stage, requestId) },
]

const values = sql`jsonb_build_object(
  'purchaseCost', (number % 90 + 10) * 125000,
  'poNumber', 'PO-45' || lpad((number / 12)::text, 5, '0'),
  'invoiceNumber', 'INV-' || to_char(registered_at, 'YYYY') || '-' || lpad(number::text, 5, '0'),
  'purchaseDate', (registered_at::date - 14)::text,
  'invoiceDate', (registered_at::date - 10)::text)`

async function addPurchases({ services: { db }, as }: Stage, requestId: string) {
  const who = as('Asha Rao', requestId)
  await inTransaction(db, async (tx) => {
    await addOwnFieldSet(tx, who, 'purchase', 'INR')
    await sql`
      with changed as (
        update assets set fields = ${values}, version = version + 1
        where deleted_at is null and number % 3 = 0
        returning id, number, place_id, name_id, fields
      )
      ${insertEvents({
        ...{ who, action: 'asset.changed', kind: 'asset', id: sql`changed.id`, place: sql`changed.place_id` },
        ...{ readableId: sql`asset_tag_id(changed.number)`, name: sql`asset_names.name` },
        before: sql`(select jsonb_object_agg('field:' || key, null::text) from jsonb_object_keys(changed.fields) as key)`,
        after: sql`own_field_facts(changed.fields)`,
        from: sql`changed join asset_names on asset_names.id = changed.name_id order by changed.id`,
      })}`.execute(tx)
  })
}
