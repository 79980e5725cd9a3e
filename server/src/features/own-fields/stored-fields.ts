import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { maySeeField, type Viewer } from './visibility.ts'

/** Processes notice changes of fields within this time. The process that made a change notices it at once. */
const freshMs = 1000

type Remembered = { until: number; fields: Promise<readonly OwnField[]> }
const remembered = new WeakMap<object, Remembered>()

/**
 * All fields, also retired ones, in the order of forms. At most a second old, so that lists of assets need no
 * further query; a transaction that changes values reads `presentOwnFields`.
 */
export function allOwnFields(db: Db): Promise<readonly OwnField[]> {
  const known = remembered.get(db)
  if (known !== undefined && known.until > Date.now()) return known.fields
  const fields = presentOwnFields(db)
  const entry = { until: Date.now() + freshMs, fields }
  remembered.set(db, entry)
  fields.catch(() => {
    if (remembered.get(db) === entry) remembered.delete(db)
  })
  return fields
}

export const forgetOwnFields = (db: Db) => remembered.delete(db)

/** All fields as this transaction sees them. */
export async function presentOwnFields(db: Db): Promise<readonly OwnField[]> {
  const { rows } =
    await sql<OwnField>`select own_fields.id, own_fields.key, own_fields.type, own_fields.label,
      own_fields.label_hi as "labelHi", help, help_hi as "helpHi", unit, choices,
      (select jsonb_build_object('id', id, 'label', label, 'labelHi', label_hi) from own_field_groups
        where id = group_id) as "group",
      own_fields.position, required,
      case when some_names then array(select name_id from own_field_names where field_id = own_fields.id
        order by name_id) end as "assetNameIds",
      coalesce((select jsonb_agg(jsonb_build_object('id', asset_names.id, 'name', asset_names.name) order by lower(name))
        from own_field_names join asset_names on asset_names.id = name_id
        where field_id = own_fields.id), '[]') as "assetNames",
      seen_with as "seenWith", searched, indexed, index_state as "indexState", remind_days as "remindDays",
      retired_at is not null as retired
    from own_fields left join own_field_groups on own_field_groups.id = group_id
    order by own_field_groups.position nulls first, own_fields.position, own_fields.id`.execute(db)
  return rows
}

/** The active fields whose values the caller may see. */
export const ownFieldsSeenBy = async (db: Db, caller: Viewer) =>
  (await allOwnFields(db)).filter((field) => !field.retired && maySeeField(caller, field))

/** The values of these fields only. */
export function valuesOf(fields: readonly OwnField[], values: OwnValues): OwnValues {
  const shown: OwnValues = {}
  for (const { key } of fields) if (values[key] !== undefined) shown[key] = values[key]
  return shown
}
