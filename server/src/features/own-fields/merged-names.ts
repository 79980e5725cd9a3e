import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { raiseVersion } from '#kernel/db/versions.ts'
import { record } from '#kernel/ledger/events.ts'

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
