import type { Asset } from '@ats/contract/assets/assets.ts'
import { type OwnValues, type OwnValuesInput, ownFact } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  checkedValues,
  namesBehind,
  ownFieldsSeenBy,
  presentOwnFields,
  referencesIn,
  valuesOf,
} from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalidFields } from '#kernel/http/problem.ts'

type Shown = Pick<Asset, 'fields' | 'fieldTexts'>
/** Reduces the stored values of an asset to those that the actor may see, with the names behind them. */
export type ShownValues = (stored: OwnValues) => Shown

const none: Shown = { fields: {}, fieldTexts: {} }
/** For replies that have no fields of the organisation. */
export const noValues: ShownValues = () => none

/** What the actor may see of the values of these assets: without such fields, no query. */
export async function shownValues(
  db: Db,
  actor: Actor,
  rows: readonly { fields: OwnValues }[],
): Promise<ShownValues> {
  const fields = await ownFieldsSeenBy(db, actor)
  if (fields.length === 0) return noValues
  const named = fields.filter(({ type }) => type === 'person' || type === 'place')
  const names = await namesBehind(
    db,
    actor,
    named,
    rows.map((row) => row.fields),
  )
  return (stored) => {
    const fieldTexts: Record<string, string> = {}
    for (const { key } of named) {
      const name = names.get(`${stored[key]}`)
      if (name !== undefined) fieldTexts[key] = name
    }
    return { fields: valuesOf(fields, stored), fieldTexts }
  }
}

/** The values as the ledger stores them, each as a fact of its own. */
export const ownFacts = (stored: OwnValues): Record<`field:${string}`, unknown> =>
  Object.fromEntries(Object.entries(stored).map(([key, value]) => [ownFact(key), value]))

type Given = {
  input: OwnValuesInput
  nameId: Id | undefined
  present?: OwnValues | undefined
}

/** Checks values of fields, and throws an error that names every wrong one. */
export async function checkedInput(tx: Db, actor: Actor, { input, nameId, present }: Given) {
  const fields = await presentOwnFields(tx)
  const references = await referencesIn(tx, actor, fields, [input])
  const { problems, ...checked } = checkedValues(fields, input, {
    ...{ assetNameId: nameId, seenBy: actor, references, present },
  })
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return { ...checked, fields }
}

type Registered = { input: OwnValuesInput; nameId: Id | undefined; mustBeComplete: boolean }

/** The column for the values of a new asset. */
export async function registeredValues(tx: Db, actor: Actor, { input, nameId, mustBeComplete }: Registered) {
  if (!mustBeComplete && Object.keys(input).length === 0) return {}
  const present = mustBeComplete ? undefined : {}
  const { values } = await checkedInput(tx, actor, { input, nameId, present })
  return { fields: JSON.stringify(values) }
}

/** Values that others set in the meantime stay: each key is set or cleared by itself. */
export const mergedValues = (values: OwnValues, cleared: readonly string[]): RawBuilder<string> =>
  sql`((assets.fields || ${JSON.stringify(values)}::jsonb) - ${cleared}::text[])`

/** The column for the values of a change. */
export async function ownValueColumns(tx: Db, actor: Actor, given: Given) {
  if (Object.keys(given.input).length === 0) return {}
  const { values, cleared } = await checkedInput(tx, actor, given)
  return { fields: mergedValues(values, cleared) }
}
