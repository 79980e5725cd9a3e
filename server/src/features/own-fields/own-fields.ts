import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { raiseVersion } from '#kernel/db/versions.ts'
import { record } from '#kernel/ledger/events.ts'
import { namesBehind, namesInEntries, referencesIn } from './references.ts'
import { checkedValues, isFieldOf } from './values.ts'
import { maySeeField, type Viewer, withoutUnseenFacts } from './visibility.ts'

export {
  checkedValues,
  isFieldOf,
  maySeeField,
  namesBehind,
  namesInEntries,
  referencesIn,
  withoutUnseenFacts,
}

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

type NamedField = { id: Id; label: string; version: number; names: string[] }

async function fieldsOfName(tx: Db, nameId: Id): Promise<NamedField[]> {
  const { rows } = await sql<NamedField>`select id, label, version, array(
      select name from own_field_names join asset_names on asset_names.id = name_id
      where field_id = own_fields.id order by lower(name)) as names
    from own_fields where id in (select field_id from own_field_names where name_id = ${nameId})
    order by id`.execute(tx)
  return rows
}

/** The fields for assets of one name are for assets of the name that replaces it, before a merge deletes the first. */
export async function followMergedName(tx: Db, actor: Actor, { id, into }: { id: Id; into: Id }) {
  const before = await fieldsOfName(tx, id)
  if (before.length === 0) return
  await sql`insert into own_field_names (field_id, name_id)
    select field_id, ${into}::uuid from own_field_names where name_id = ${id}
    on conflict do nothing`.execute(tx)
  await sql`delete from own_field_names where name_id = ${id}`.execute(tx)
  const after = await fieldsOfName(tx, into)
  for (const field of before) {
    await raiseVersion(tx, 'own_fields', field.id)
    const names = after.find((one) => one.id === field.id)?.names ?? []
    await record(tx, actor, {
      ...{ action: 'own-field.changed', kind: 'own-field', id: field.id, name: field.label },
      ...{ version: field.version + 1, before: { assetNames: field.names }, after: { assetNames: names } },
    })
  }
}
