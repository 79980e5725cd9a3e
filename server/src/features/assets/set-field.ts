import type { BulkAction } from '@ats/contract/assets/bulk.ts'
import { keyOfOwnFact, type OwnValue, type OwnValues, ownFact } from '@ats/contract/own-fields/types.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { checkedValues, isFieldOf, presentOwnFields, referencesIn } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { changeAssets, setOwnValues } from './changes.ts'
import { checkedInput, mergedValues } from './own-values.ts'
import { type AssetRow, assetsForUpdate, assetTagIdOf } from './queries.ts'

type SetField = Extract<BulkAction, { action: 'set-field' }>

/** Checks the field and its value as far as they are the same for all assets; returns the field. */
async function fieldToSet(tx: Db, actor: Actor, { field: key, value }: SetField) {
  const input = { [key]: value }
  const checked = await checkedInput(tx, actor, { input, nameId: undefined, present: {} })
  const field = checked.fields.find((one) => one.key === key)
  if (field === undefined) throw invalid(`fields.${key}`, 'own-field-unknown')
  if (checked.cleared.length > 0 && field.required) throw invalid(`fields.${key}`, 'field-required')
  return { ...checked, field }
}

/** What is set, as the list of jobs names it. A value that not everybody may see is left out. */
export async function subjectOfField(db: Db, actor: Actor, action: SetField) {
  return (await fieldToSet(db, actor, action)).field.label
}

/** Sets one field of many assets; returns why some cannot have it. */
export async function setField(tx: Db, actor: Actor, rows: AssetRow[], action: SetField) {
  const { field, values, cleared } = await fieldToSet(tx, actor, action)
  const obstacles = new Map<Id, Message>()
  if (cleared.length === 0)
    for (const { id, nameId } of rows)
      if (!isFieldOf(field, nameId)) obstacles.set(id, { code: 'own-field-of-other-names' })
  const going = rows.filter(({ id }) => !obstacles.has(id))
  if (going.length > 0)
    await changeAssets(tx, actor, 'asset.changed', going, { fields: mergedValues(values, cleared) })
  return obstacles
}

type Step = { id: Id; key: string; from: OwnValue | null; to: OwnValue | null }

async function stepsOf(tx: Db, actor: Actor, request: string, ids: readonly Id[]) {
  const { rows } = await sql<{ id: Id; before: OwnValues; after: OwnValues }>`
    select distinct on (record_id) record_id as id, before, after from events
    where record_kind = 'asset' and record_id = any(${ids}::uuid[]) and request_id = ${request}
      and actor_id = ${actor.id} and after::text like '%"field:%'
    order by record_id, id desc`.execute(tx)
  const steps = rows.flatMap(({ id, before, after }): Step[] => {
    const key = Object.keys(after)
      .map(keyOfOwnFact)
      .find((one) => one !== undefined)
    if (key === undefined) return []
    return [{ id, key, from: before[ownFact(key)] ?? null, to: after[ownFact(key)] ?? null }]
  })
  return new Map(steps.map((step) => [step.id, step]))
}

/** The former values that can be set now, by field: choices and references may be gone since. */
async function settable(tx: Db, actor: Actor, steps: readonly Step[]) {
  const fields = await presentOwnFields(tx)
  const inputs = steps.map(({ key, from }) => ({ [key]: from }))
  const references = await referencesIn(tx, actor, fields, inputs)
  const asset = { assetNameId: undefined, seenBy: actor, references, present: {} }
  return new Set(
    steps.filter((_step, at) => {
      const { problems } = checkedValues(fields, inputs[at] ?? {}, asset)
      return Object.keys(problems).length === 0
    }),
  )
}

/** Gives each asset its former value back, if it still has the value that was set. */
export async function setFieldBack(
  tx: Db,
  actor: Actor,
  request: string,
  ids: readonly Id[],
): Promise<Result[]> {
  const rows = new Map((await assetsForUpdate(tx, actor, ids, 'live')).map((row) => [row.id, row]))
  const steps = await stepsOf(tx, actor, request, ids)
  const possible = await settable(tx, actor, [...steps.values()])
  const obstacleTo = (row: AssetRow | undefined, step: Step | undefined): Message | undefined => {
    if (row === undefined) return { code: 'asset-not-found' }
    if (step === undefined) return undefined
    if ((row.fields[step.key] ?? null) !== step.to) return { code: 'own-field-changed-since' }
    return possible.has(step) ? undefined : { code: 'own-value-gone' }
  }
  const going = [...steps.values()].flatMap((step) => {
    const row = rows.get(step.id)
    return row === undefined || obstacleTo(row, step) !== undefined ? [] : [{ ...step, row }]
  })
  if (going.length > 0) await setOwnValues(tx, actor, going)
  return ids.map((_id) => {
    const row = rows.get(_id)
    const obstacle = obstacleTo(row, steps.get(_id))
    const assetTagId = row === undefined ? null : assetTagIdOf(row.number)
    return { _id, assetTagId, ok: obstacle === undefined, ...messageFields(obstacle ?? { code: 'done' }) }
  })
}
