import type { OwnFieldDefinition, OwnFieldSet } from '@ats/contract/own-fields/definitions.ts'
import { newOwnField } from '@ats/contract/own-fields/definitions.ts'
import { plainName } from '@ats/contract/own-fields/reserved.ts'
import { fieldSets, type SetField, type SetName, setNames } from '@ats/contract/own-fields/sets.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'
import { isCurrency } from './checks.ts'
import { lockDefinitions, mustGovern, ownFieldDefinitions, ownFieldGroups } from './definition-queries.ts'
import { createOwnField } from './definitions.ts'
import { createGroup } from './groups.ts'

const choicesOf = ({ choices = [] }: SetField) => choices.map((choice) => ({ ...choice, retired: false }))

/** The field that is there already: by its key, or an active one with the same name. */
const existing = (fields: readonly OwnFieldDefinition[], { key, label }: SetField) =>
  fields.find((field) => field.key.toLowerCase() === key.toLowerCase()) ??
  fields.find((field) => !field.retired && plainName(field.label) === plainName(label))

export async function ownFieldSets(db: Db, actor: Actor): Promise<OwnFieldSet[]> {
  mustGovern(actor)
  const fields = await ownFieldDefinitions(db)
  return setNames.map((name) => ({
    name,
    label: fieldSets[name].label,
    labelHi: fieldSets[name].labelHi,
    fields: (fieldSets[name].fields as readonly SetField[]).map((field) => {
      const known = existing(fields, field)
      const state = known?.retired ? 'retired' : 'active'
      return {
        ...{ key: field.key, type: field.type, label: field.label, labelHi: field.labelHi },
        ...{ unit: field.unit ?? null, choices: choicesOf(field), remindDays: [...(field.remindDays ?? [])] },
        is: known === undefined ? 'new' : state,
      }
    }),
  }))
}

/** Adds what is not there yet; adding a set twice adds nothing. */
export async function addOwnFieldSet(tx: Db, actor: Actor, name: SetName, currency: string) {
  mustGovern(actor)
  if (!isCurrency(currency)) throw invalid('currency', 'own-field-currency-required')
  await lockDefinitions(tx)
  const fields = await ownFieldDefinitions(tx)
  const wanted = fieldSets[name].fields as readonly SetField[]
  const missing = wanted.filter((field) => existing(fields, field) === undefined)
  const kept = wanted.flatMap((field) => existing(fields, field)?.key ?? [])
  if (missing.length > 0) await addAll(tx, actor, name, missing, currency)
  return { added: missing.map(({ key }) => key), existing: kept }
}

async function addAll(tx: Db, actor: Actor, name: SetName, fields: readonly SetField[], currency: string) {
  const { label, labelHi } = fieldSets[name]
  const groups = await ownFieldGroups(tx)
  const known = groups.find((group) => group.label.toLowerCase() === label.toLowerCase())
  const group = known ?? (await createGroup(tx, actor, { label, labelHi }))
  for (const field of fields) {
    const { choices: _, remindDays = [], ...given } = field
    const unit = field.type === 'money' ? currency : field.unit
    const whole = newOwnField.parse({ ...given, remindDays: [...remindDays], unit, groupId: group.id })
    await createOwnField(tx, actor, whole, { setName: name, choices: choicesOf(field) })
  }
}
