import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import {
  type OwnFieldType,
  type OwnValue,
  type OwnValueInput,
  type OwnValues,
  type OwnValuesInput,
  ownValueSchemas,
} from '@ats/contract/own-fields/types.ts'
import { fieldMessage } from '@ats/contract/problems/fields.ts'
import type { Message } from '@ats/contract/problems.ts'
import type { Id } from '#kernel/db/db.ts'
import { maySeeField, type Viewer } from './visibility.ts'

/** The people and places that values refer to, by the text that was sent. */
export type References = { people: ReadonlyMap<string, Id>; places: ReadonlySet<Id> }

type Asset = {
  /** The name of the asset, because a field can be for some names only; undefined for many assets. */
  assetNameId: Id | undefined
  seenBy: Viewer
  references: References
  /** The values before a change; undefined for a new asset. */
  present?: OwnValues | undefined
}

export type CheckedValues = {
  values: OwnValues
  cleared: string[]
  /** By `fields.<key>`; empty if all values are valid. */
  problems: Record<string, Message>
}

/** True if assets with this name have the field. */
export const isFieldOf = ({ assetNameIds }: OwnField, nameId: Id | undefined) =>
  assetNameIds === null || nameId === undefined || assetNameIds.includes(nameId)

const isCleared = (input: OwnValueInput) =>
  input === null || (typeof input === 'string' && input.trim() === '')

/** Checks values of fields against their definitions, and names every wrong one. */
export function checkedValues(
  fields: readonly OwnField[],
  input: OwnValuesInput,
  asset: Asset,
): CheckedValues {
  const { assetNameId, seenBy, present = {} } = asset
  const shown = fields.filter((field) => !field.retired && maySeeField(seenBy, field))
  const byKey = new Map(shown.map((field) => [field.key, field]))
  const values: OwnValues = {}
  const cleared: string[] = []
  const problems: Record<string, Message> = {}
  for (const [key, given] of Object.entries(input)) {
    const field = byKey.get(key)
    if (field === undefined) problems[`fields.${key}`] = { code: 'own-field-unknown' }
    else if (isCleared(given)) {
      if (field.required && isFieldOf(field, assetNameId) && present[key] !== undefined)
        problems[`fields.${key}`] = { code: 'field-required' }
      else cleared.push(key)
    } else {
      const checked = checkedValue(field, given, asset)
      if ('code' in checked) problems[`fields.${key}`] = checked
      else values[key] = checked.value
    }
  }
  if (asset.present === undefined && assetNameId !== undefined)
    for (const field of shown)
      if (field.required && isFieldOf(field, assetNameId) && values[field.key] === undefined)
        problems[`fields.${field.key}`] ??= { code: 'field-required' }
  return { values, cleared, problems }
}

function checkedValue(field: OwnField, given: OwnValueInput, asset: Asset): { value: OwnValue } | Message {
  const resolved = resolvers[field.type]?.(given, asset.references) ?? given
  const parsed = ownValueSchemas[field.type].safeParse(resolved)
  if (!parsed.success) return messageOf(field.type, parsed.error.issues[0])
  const { data: value } = parsed
  if (asset.present?.[field.key] === value) return { value }
  if (!isFieldOf(field, asset.assetNameId)) return { code: 'own-field-of-other-names' }
  return obstacleTo(field, value, asset.references) ?? { value }
}

type Resolver = (given: OwnValueInput, references: References) => OwnValueInput | undefined

/** A person may be given as the holder of an asset is: by id, email or full name. */
const resolvers: Partial<Record<OwnFieldType, Resolver>> = {
  person: (given, { people }) => (typeof given === 'string' ? people.get(given.trim()) : undefined),
  choice: (given) => (typeof given === 'string' ? given.trim() : undefined),
}

function messageOf(type: OwnFieldType, issue: { message: string } | undefined): Message {
  if (type === 'person') return { code: 'own-person-unknown' }
  if (type === 'place') return { code: 'place-unknown' }
  return ((issue && fieldMessage(issue)) ?? { code: 'own-value-malformed' }) as Message
}

function obstacleTo(
  { type, choices }: OwnField,
  value: OwnValue,
  { people, places }: References,
): Message | undefined {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    return { code: 'own-value-malformed' }
  if (type === 'choice' && !choices.some(({ key, retired }) => key === value && !retired))
    return { code: 'own-choice-unknown' }
  if (type === 'person' && ![...people.values()].includes(`${value}`)) return { code: 'own-person-unknown' }
  if (type === 'place' && !places.has(`${value}`)) return { code: 'place-unknown' }
  return undefined
}
