// Why it is built this way: docs/decisions/070-own-fields.md

import type { NewOwnField, OwnFieldChange, OwnFieldDefinition } from '@ats/contract/own-fields/definitions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { checkChoices, choicesFrom, keyFor, mustBeFree, mustFitType, mustHaveRoom } from './checks.ts'
import { lockDefinitions, mustGovern, ownFieldDefinition, ownFieldDefinitions } from './definition-queries.ts'

const inUse = {
  own_fields_label: () => invalid('label', 'own-field-label-taken'),
  own_fields_key: () => invalid('key', 'own-field-key-taken'),
  own_fields_group_id_fkey: () => invalid('groupId', 'own-field-group-unknown'),
  own_field_names_name_id_fkey: () => invalid('assetNameIds', 'own-field-asset-name-unknown'),
}

export async function createOwnField(
  tx: Db,
  actor: Actor,
  given: NewOwnField,
  from: { setName?: string; choices?: OwnFieldDefinition['choices'] } = {},
): Promise<OwnFieldDefinition> {
  mustGovern(actor)
  await lockDefinitions(tx)
  const fields = await ownFieldDefinitions(tx)
  mustHaveRoom(fields)
  mustFitType(given.type, given)
  mustBeFree(fields, given.label)
  const key = keyFor(fields, given)
  const choices = from.choices ?? choicesFrom(given.choices)
  checkChoices(given.type, choices)
  const row = {
    ...{ key, type: given.type, label: given.label, choices: JSON.stringify(choices), ...columnsOf(given) },
    ...{ set_name: from.setName ?? null, created_by: actor.id, position: fields.length },
  }
  const { id } = await refusing(
    tx.insertInto('own_fields').values(row).returning('id').executeTakeFirstOrThrow(),
    inUse,
  )
  await setAssetNames(tx, id, given.assetNameIds)
  await requestIndex(tx, id)
  const field = await ownFieldDefinition(tx, id)
  await record(tx, actor, {
    ...{ action: 'own-field.created', kind: 'own-field', id, name: field.label, version: field.version },
    after: factsOf(field),
  })
  return field
}

type Columns = Omit<OwnFieldChange, 'choices' | 'version'>

const defined = (given: Columns): Columns =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const orNull = (text: string | null | undefined) => (text === '' ? null : text)

/** The columns that a request changes; a column that it leaves out is undefined. */
function columnsOf(given: Columns, before?: OwnFieldDefinition) {
  const { searched = false, remindDays = [] } = { ...before, ...defined(given) }
  const implied = searched || remindDays.length > 0
  const columns = {
    ...{ label: given.label, label_hi: orNull(given.labelHi), help: orNull(given.help) },
    ...{ help_hi: orNull(given.helpHi), unit: orNull(given.unit), group_id: given.groupId },
    ...{ required: given.required, seen_with: given.seenWith, searched: given.searched },
    indexed: implied ? true : given.indexed,
    remind_days: given.remindDays && [...new Set(given.remindDays)].toSorted((a, b) => b - a),
    some_names: given.assetNameIds === undefined ? undefined : given.assetNameIds !== null,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

async function setAssetNames(tx: Db, id: Id, nameIds: readonly Id[] | null) {
  await tx.deleteFrom('own_field_names').where('field_id', '=', id).execute()
  const names = [...new Set(nameIds)].map((name_id) => ({ field_id: id, name_id }))
  if (names.length > 0) await refusing(tx.insertInto('own_field_names').values(names).execute(), inUse)
}

/** Jobs build and drop indexes: server/src/features/own-fields/indexing.ts. */
const requestIndex = (tx: Db, id: Id) =>
  sql`update own_fields set index_state = 'building', index_tries = 0, index_retry_at = null
    where id = ${id} and indexed and retired_at is null and index_state in ('none', 'failed')`.execute(tx)

/** What the ledger stores about a field. */
function factsOf(field: OwnFieldDefinition) {
  const { key, type, label, labelHi, help, helpHi, unit, group, required } = field
  const { seenWith, searched, indexed, remindDays } = field
  return {
    ...{ key, type, label, labelHi, help, helpHi, unit, group: group?.label ?? null, required },
    ...{ assetNames: namesOf(field), seenWith, searched, indexed, remindDays },
    choices: field.choices.map((choice) => {
      const name = choice.labelHi === null ? choice.label : `${choice.label} / ${choice.labelHi}`
      return choice.retired ? `(${name})` : name
    }),
  }
}

const namesOf = ({ assetNameIds, assetNames }: OwnFieldDefinition) =>
  assetNameIds === null ? null : assetNames.map(({ name }) => name)

async function fieldsNow(tx: Db, id: Id) {
  const field = await ownFieldDefinition(tx, id)
  const { label, labelHi, help, helpHi, unit, choices, required, seenWith } = field
  const { searched, indexed, remindDays, group, assetNameIds } = field
  const names = namesOf(field)
  return {
    ...plainFields({ label, labelHi, help, helpHi, unit, choices, required, seenWith }),
    ...plainFields({ searched, indexed, remindDays }),
    groupId: { value: group?.id ?? null, text: group?.label ?? null, fact: 'group' },
    assetNameIds: { value: assetNameIds, text: names?.join(', ') ?? null, fact: 'assetNames' },
  }
}

export async function changeOwnField(tx: Db, actor: Actor, id: Id, change: OwnFieldChange) {
  mustGovern(actor)
  await lockDefinitions(tx)
  const before = await ownFieldDefinition(tx, id)
  await mustBeVersion(tx, { kind: 'own-field', id }, change.version, () => fieldsNow(tx, id))
  if (before.retired) throw new Problem('own-field-retired')
  await checkChange(tx, actor, before, change)
  const facts = factsOf(before)
  const choices = change.choices && choicesFrom(change.choices, before.choices)
  if (choices !== undefined) checkChoices(before.type, choices)
  const values = { ...columnsOf(change, before), ...(choices && { choices: JSON.stringify(choices) }) }
  if (Object.keys(values).length > 0)
    await refusing(tx.updateTable('own_fields').set(values).where('id', '=', id).execute(), inUse)
  if (change.assetNameIds !== undefined) await setAssetNames(tx, id, change.assetNameIds)
  await requestIndex(tx, id)
  return finishChange(tx, actor, before, facts)
}

async function checkChange(tx: Db, actor: Actor, before: OwnFieldDefinition, change: OwnFieldChange) {
  const { label, seenWith, unit } = change
  mustFitType(before.type, { ...before, ...defined(change) })
  if (before.type === 'money' && unit !== undefined && unit !== before.unit)
    throw invalid('unit', 'own-field-currency-fixed')
  // Otherwise somebody without the permission could show the values to themselves.
  const isHidden = before.seenWith !== null && !actor.permissions.includes(before.seenWith)
  if (isHidden && seenWith !== undefined && seenWith !== before.seenWith)
    throw new Problem('own-field-values-not-seen')
  if (label !== undefined && label !== before.label)
    mustBeFree(
      (await ownFieldDefinitions(tx)).filter((field) => field.id !== before.id),
      label,
    )
}

async function finishChange(
  tx: Db,
  actor: Actor,
  before: OwnFieldDefinition,
  facts: ReturnType<typeof factsOf>,
) {
  const { id } = before
  const now = await ownFieldDefinition(tx, id)
  const changes = difference(facts, factsOf(now))
  if (changes === undefined) return now
  if ('assetNames' in changes.after && now.version === before.version)
    await raiseVersion(tx, 'own_fields', id)
  const changed = await ownFieldDefinition(tx, id)
  await record(tx, actor, {
    ...{ action: 'own-field.changed', kind: 'own-field', id, name: changed.label, version: changed.version },
    ...changes,
  })
  return changed
}

type Edited = { version?: number | undefined }

/** Assets keep the values, so that the field can come back with them. */
export async function retireOwnField(tx: Db, actor: Actor, id: Id, { version }: Edited) {
  mustGovern(actor)
  await lockDefinitions(tx)
  await mustBeVersion(tx, { kind: 'own-field', id }, version, () => fieldsNow(tx, id))
  const { retired } = await ownFieldDefinition(tx, id)
  if (retired) throw new Problem('own-field-retired')
  await sql`update own_fields set retired_at = now() where id = ${id}`.execute(tx)
  return recordStep(tx, actor, 'retired', id)
}

export async function bringBackOwnField(tx: Db, actor: Actor, id: Id, { version }: Edited) {
  mustGovern(actor)
  await lockDefinitions(tx)
  await mustBeVersion(tx, { kind: 'own-field', id }, version, () => fieldsNow(tx, id))
  const field = await ownFieldDefinition(tx, id)
  if (!field.retired) throw new Problem('own-field-not-retired')
  const fields = await ownFieldDefinitions(tx)
  mustHaveRoom(fields)
  mustBeFree(fields, field.label)
  await sql`update own_fields set retired_at = null where id = ${id}`.execute(tx)
  await requestIndex(tx, id)
  return recordStep(tx, actor, 'brought-back', id)
}

async function recordStep(tx: Db, actor: Actor, step: 'retired' | 'brought-back', id: Id) {
  const field = await ownFieldDefinition(tx, id)
  const retired = step === 'retired'
  await record(tx, actor, {
    ...{ action: `own-field.${step}`, kind: 'own-field', id, name: field.label, version: field.version },
    ...{ before: { retired: !retired }, after: { retired } },
  })
  return field
}
