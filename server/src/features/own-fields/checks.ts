import type { NewOwnField, OwnFieldChange, OwnFieldDefinition } from '@ats/contract/own-fields/definitions.ts'
import type { OwnChoice } from '@ats/contract/own-fields/own-fields.ts'
import { isBuiltInKey, isBuiltInLabel, keyFromLabel, plainName } from '@ats/contract/own-fields/reserved.ts'
import { mostOwnFields, type OwnFieldType } from '@ats/contract/own-fields/types.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'

type Fields = readonly OwnFieldDefinition[]

export function mustHaveRoom(fields: Fields) {
  if (fields.filter(({ retired }) => !retired).length >= mostOwnFields)
    throw new Problem('own-fields-too-many', { most: mostOwnFields })
}

/** A heading of a file names one field, whatever its case and signs. */
export function mustBeFree(fields: Fields, label: string) {
  if (isBuiltInLabel(label)) throw invalid('label', 'own-field-label-built-in')
  const plain = plainName(label)
  if (fields.some((field) => !field.retired && plainName(field.label) === plain))
    throw invalid('label', 'own-field-label-taken')
}

/** The key in the request, or one from the label. A key is never used again, also not after a field is retired. */
export function keyFor(fields: Fields, { key, label }: Pick<NewOwnField, 'key' | 'label'>): string {
  const used = new Set(fields.map((field) => field.key.toLowerCase()))
  const isUsed = (name: string) => used.has(name.toLowerCase())
  if (key === undefined) return keyFromLabel(label, (name) => isUsed(name) || isBuiltInKey(name))
  if (isBuiltInKey(key)) throw invalid('key', 'own-field-key-built-in')
  if (isUsed(key)) throw invalid('key', 'own-field-key-taken')
  return key
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (unit: string | null | undefined) => currencies.has(unit ?? '')

type Given = Pick<OwnFieldChange, 'unit' | 'searched' | 'remindDays'>

/** Only numbers have a unit, only texts are searched and only days have reminders. */
export function mustFitType(type: OwnFieldType, { unit, searched, remindDays = [] }: Given) {
  if (type === 'money' && !isCurrency(unit)) throw invalid('unit', 'own-field-currency-required')
  const isWithUnit = type === 'number' || type === 'money'
  if (!isWithUnit && unit !== undefined && unit !== null && unit !== '')
    throw invalid('unit', 'own-field-not-of-type')
  if (searched === true && type !== 'text' && type !== 'link')
    throw invalid('searched', 'own-field-not-of-type')
  if (remindDays.length > 0 && type !== 'day') throw invalid('remindDays', 'own-field-not-of-type')
}

type GivenChoice = { key?: string | undefined; label: string; labelHi: string | null; retired?: boolean }

/** Choices that exist keep their keys, and all of them are named; new ones get a key from their label. */
export function choicesFrom(given: readonly GivenChoice[], before: readonly OwnChoice[] = []): OwnChoice[] {
  const known = new Set(before.map(({ key }) => key))
  const named = given.flatMap(({ key }) => (key === undefined ? [] : [key]))
  if (named.some((key) => !known.has(key)) || new Set(named).size < named.length)
    throw invalid('choices', 'own-field-choice-unknown')
  if (named.length < known.size) throw invalid('choices', 'own-field-choice-missing')
  return given.map(({ key: kept, label, labelHi, retired = false }) => {
    const key = kept ?? keyFromLabel(label, (name) => known.has(name), 'choice')
    known.add(key)
    return { key, label, labelHi: labelHi === '' ? null : labelHi, retired }
  })
}

export function checkChoices(type: OwnFieldType, choices: readonly OwnChoice[]) {
  if (type !== 'choice') {
    if (choices.length > 0) throw invalid('choices', 'own-field-not-of-type')
    return
  }
  const active = choices.filter(({ retired }) => !retired).map(({ label }) => plainName(label))
  if (active.length === 0) throw invalid('choices', 'own-field-choices-required')
  if (new Set(active).size < active.length) throw invalid('choices', 'own-field-choice-twice')
}
