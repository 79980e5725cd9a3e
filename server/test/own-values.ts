import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType, OwnValues } from '@ats/contract/own-fields/types.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { forgetOwnFields } from '#features/own-fields/own-fields.ts'
import type { Db, Id } from '#kernel/db/db.ts'

/** The values of an asset as they are stored. */
export async function ownValuesOf(db: Db, id: Id): Promise<OwnValues> {
  const { fields } = await db
    .selectFrom('assets')
    .select('fields')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return fields
}

/** Stores values by SQL, with the version and without a ledger entry. */
export const setOwnValues = (db: Db, id: Id, values: OwnValues) =>
  sql`update assets set fields = ${JSON.stringify(values)}::jsonb, version = version + 1 where id = ${id}`.execute(
    db,
  )

export async function changeOwnField(
  db: Db,
  key: string,
  set: { retired_at?: string; seen_with?: Permission | null },
) {
  await db.updateTable('own_fields').set(set).where('key', '=', key).execute()
  forgetOwnFields(db)
}

export const choiceOf = (key: string, label: string, more: Partial<OwnField['choices'][number]> = {}) => ({
  ...{ key, label, labelHi: null, retired: false },
  ...more,
})

type Cell = { cell: string; value: OwnValues[string] }
/** What an import reads and what it does not, by type. */
export type TypeCase = { first: Cell; second: Cell; also: Cell[]; wrong: readonly [string, string][] }
export type TypeCases = Record<OwnFieldType, TypeCase>
