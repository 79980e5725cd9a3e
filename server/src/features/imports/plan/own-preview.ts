import { type ImportColumn, isOwnColumn, ownKeysOf } from '@ats/contract/import-columns.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { keyOfOwnFact, ownFact } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, sql } from 'kysely'
import { maySeeField, presentOwnFields } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { jsonOf } from './own-fields.ts'
import { columnOf } from './reasons.ts'

type Sql = RawBuilder<unknown>

/** The fields of the organisation in the preview of a file. */
export type OwnPreview = {
  /** Those of the file that the reader may see, also retired ones. */
  fields: readonly OwnField[]
  /** Whether the reader must not see the cells of a column: the uploader of a file knows them. */
  isHidden: (column: string | null) => boolean
  /** The label of a field that a problem is about. */
  labelOf: (code: string) => string | undefined
}

type Previewed = {
  columns: readonly (ImportColumn | null)[]
  problems: readonly { problem: string }[]
  user_id: Id
}

export async function ownPreview(
  db: Db,
  actor: Actor,
  { columns, problems, user_id }: Previewed,
): Promise<OwnPreview> {
  const keys = ownKeysOf([...columns, ...problems.map(({ problem }) => columnOf(problem))])
  const all = keys.length === 0 ? [] : await presentOwnFields(db)
  const seen = all.filter((field) => keys.includes(field.key) && maySeeField(actor, field))
  const fieldOf = (column: string) => seen.find(({ key }) => key === keyOfOwnFact(column))
  return {
    fields: seen.filter(({ key }) => columns.includes(ownFact(key))),
    isHidden: (column) =>
      user_id !== actor.id && column !== null && isOwnColumn(column) && fieldOf(column) === undefined,
    labelOf: (code) => fieldOf(columnOf(code))?.label,
  }
}

/** The values of one side of a plan as texts: amounts as decimals, choices as their keys. */
export const ownSide = ({ fields }: OwnPreview, prefix: '' | 'old_'): Sql =>
  fields.length === 0
    ? sql``
    : sql` || ${jsonOf(fields.map((field) => [ownFact(field.key), textOf(field, prefix)] as const))}`

function textOf({ key, type }: OwnField, prefix: '' | 'old_') {
  const text = sql`(plan.${sql.ref(`${prefix}fields`)} ->> ${sql.lit(key)})`
  if (type === 'money') return sql`round(${text}::numeric / 100, 2)::text`
  if (type === 'person') return sql`(select full_name from users where users.id = ${text}::uuid)`
  if (type === 'place')
    return sql`coalesce((select path from place where place.id = ${text}::uuid),
      (select name from places where places.id = ${text}::uuid))`
  return text
}
