import { ownKeysOf } from '@ats/contract/import-columns.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, sql } from 'kysely'
import { jsonOf } from '#features/imports/plan/own-fields.ts'
import { maySeeField, presentOwnFields } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { personInScope, withinScope } from '#kernel/scope.ts'

type Sql = RawBuilder<unknown>

/** The fields of the organisation among the columns of a file, as they are while a range of rows is changed. */
export type OwnChanges = {
  keys: readonly string[]
  active: readonly OwnField[]
  /** Retired ones are put back by an undo, but no longer changed by an import. */
  retired: readonly OwnField[]
  /** The person may no longer see them. */
  unseen: readonly string[]
}

export const noOwnChanges: OwnChanges = { keys: [], active: [], retired: [], unseen: [] }

/** Locked: a field is not retired in the middle of a range. */
export async function ownChanges(
  tx: Db,
  actor: Actor,
  columns: readonly (string | null)[],
): Promise<OwnChanges> {
  const keys = ownKeysOf(columns)
  if (keys.length === 0) return noOwnChanges
  await sql`select id from own_fields where key = any(${keys}) order by id for share`.execute(tx)
  const all = await presentOwnFields(tx)
  const seen = all.filter((field) => keys.includes(field.key) && maySeeField(actor, field))
  return {
    keys,
    active: seen.filter(({ retired }) => !retired),
    retired: seen.filter(({ retired }) => retired),
    unseen: keys.filter((key) => !seen.some((field) => field.key === key)),
  }
}

const at = (side: '' | 'old_', key: string) => sql`(plan.${sql.ref(`${side}fields`)} -> ${sql.lit(key)})`
const textAt = (side: '' | 'old_', key: string) => sql`(plan.${sql.ref(`${side}fields`)} ->> ${sql.lit(key)})`
const isChanged = (key: string) => sql`${at('', key)} is distinct from ${at('old_', key)}`
const lost = (key: string) => sql`when ${isChanged(key)} then ${sql.lit(`${ownFact(key)}:lost`)}`

/** The reason of rows with values of fields that were retired or are no longer seen. */
export const lostToImport = ({ retired, unseen }: OwnChanges) =>
  sql.join([...retired.map(({ key }) => key), ...unseen].map(lost), sql` `)

/** What a value refers to still exists, can be chosen and is in scope. Sets are read once, not for each row. */
function isThere(actor: Actor, { key, type, choices }: OwnField): Sql | undefined {
  const value = textAt('', key)
  if (type === 'choice')
    return sql`${value} = any(${choices.filter(({ retired }) => !retired).map((choice) => choice.key)}::text[])`
  if (type === 'person')
    return sql`${value} in (select id::text from users where deleted_at is null and ${personInScope(actor)})`
  if (type === 'place')
    return sql`${value} in (select id::text from places where ${withinScope(actor, 'places')})`
  return undefined
}

/** Ends the condition under which a row is applied. */
export function ownStillThere(actor: Actor, { active, retired, unseen }: OwnChanges): Sql {
  const tests = active.flatMap((field) => {
    const test = isThere(actor, field)
    const unchanged = sql`not (${isChanged(field.key)}) or ${at('', field.key)} is null`
    // The test is first, because it is cheaper and nearly always true.
    return test === undefined ? [] : [sql` and (${test} or ${unchanged})`]
  })
  const gone = [...retired.map(({ key }) => key), ...unseen].map((key) => sql` and not (${isChanged(key)})`)
  return sql.join([...tests, ...gone], sql``)
}

/** Why values cannot be put back. */
export function reasonsToKeep({ keys, active, retired, unseen }: OwnChanges): Sql {
  if (keys.length === 0) return sql``
  const places = [...active, ...retired].filter(({ type }) => type === 'place')
  return sql.join(
    [
      ...unseen.map(lost),
      ...places.map(
        ({ key }) => sql`when ${isChanged(key)} and ${at('old_', key)} is not null
          and not exists (select from places where id = ${textAt('old_', key)}::uuid)
          then ${sql.lit(`${ownFact(key)}:gone`)}`,
      ),
    ],
    sql` `,
  )
}

const factsOf = (keys: readonly string[], side: '' | 'old_') =>
  jsonOf(keys.map((key) => [ownFact(key), at(side, key)] as const))

/** The facts of the fields of a file on one side of a change; null: no value. */
export const ownFacts = ({ keys }: OwnChanges, side: '' | 'old_'): Sql =>
  keys.length === 0 ? sql`` : sql` || ${factsOf(keys, side)}`

/** The facts of a new asset, which has no other values than those of the file. */
export const newOwnFacts = ({ keys }: OwnChanges): Sql =>
  keys.length === 0 ? sql`` : sql` || jsonb_strip_nulls(${factsOf(keys, '')})`
