import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Caller } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { ownFieldsSeenBy, valuesOf } from './stored-fields.ts'

type WithValues = { fields: OwnValues }

/** The values of each row that the caller may see, with the names behind people and places. */
export async function withOwnValues<Row extends WithValues, Shown>(
  db: Db,
  caller: Pick<Caller, 'permissions'>,
  rows: readonly Row[],
  toShown: (row: Row) => Shown,
) {
  const fields = await ownFieldsSeenBy(db, caller)
  const named = fields.filter(({ type }) => type === 'person' || type === 'place')
  const names = await namesOf(db, named, rows)
  return rows.map((row) => {
    const values = valuesOf(fields, row.fields)
    const texts = named.flatMap(({ key }): [string, string][] => {
      const name = names.get(String(values[key]))
      return name === undefined ? [] : [[key, name]]
    })
    return { ...toShown(row), fields: values, fieldTexts: Object.fromEntries(texts) }
  })
}

async function namesOf(db: Db, named: readonly OwnField[], rows: readonly WithValues[]) {
  const ids = named.flatMap(({ key }) => rows.flatMap(({ fields }) => fields[key] ?? []))
  if (ids.length === 0) return new Map<string, string>()
  const { rows: found } = await sql<{ id: string; name: string }>`
    select id, full_name as name from users where id = any(${[...new Set(ids)]}::uuid[])
    union all select id, ${placePath} from places where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(found.map(({ id, name }) => [id, name]))
}
