import {
  newOwnField,
  type OwnFieldChange,
  type OwnFieldDefinition,
} from '@ats/contract/own-fields/definitions.ts'
import type { OwnChoice } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType } from '@ats/contract/own-fields/types.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { z } from 'zod'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useChangeField, useCreateField } from './definition-queries.ts'
import { seenText } from './field-texts.ts'
import { ownFieldLabel } from './own-value-text.tsx'

/** A choice of the form; a new one has no key. */
export type ChoiceRow = Omit<OwnChoice, 'key' | 'labelHi'> & { key?: string; labelHi: string }

export type FieldValues = {
  type: OwnFieldType
  label: string
  labelHi: string
  help: string
  helpHi: string
  unit: string
  choices: ChoiceRow[]
  remindDays: string
  groupId: string
  assetNameIds: string[]
  seenWith: string
  required: boolean
  searched: boolean
  indexed: boolean
}
export type FieldForm = ContractForm<FieldValues>

const text = z.string()
const schema = newOwnField.extend({
  ...{ labelHi: text, help: text, helpHi: text, unit: text, groupId: text, seenWith: text },
  remindDays: text.regex(/^\s*(\d{1,3}(\s*,\s*\d{1,3})*)?\s*$/, says('own-field-days-malformed')),
  assetNameIds: z.array(text),
  choices: z.array(z.object({ key: text.optional(), label: text, labelHi: text, retired: z.boolean() })),
})

const initialOf = (field: OwnFieldDefinition | undefined): FieldValues => ({
  ...{ type: field?.type ?? 'text', label: field?.label ?? '', labelHi: field?.labelHi ?? '' },
  ...{ help: field?.help ?? '', helpHi: field?.helpHi ?? '', unit: field?.unit ?? '' },
  choices: (field?.choices ?? []).map((choice) => ({ ...choice, labelHi: choice.labelHi ?? '' })),
  ...{ remindDays: field?.remindDays.join(', ') ?? '', groupId: field?.group?.id ?? '' },
  ...{ assetNameIds: field?.assetNameIds ?? [], seenWith: field?.seenWith ?? '' },
  ...{ required: field?.required ?? false, searched: field?.searched ?? false },
  indexed: field?.indexed ?? false,
})

/** The request; values that a field of this type cannot have are left behind. */
export function bodyOf(values: FieldValues) {
  const { type, label, labelHi, help, helpHi, unit, groupId, assetNameIds, seenWith } = values
  const { required, searched, indexed, remindDays, choices } = values
  return {
    ...{ label: label.trim(), labelHi: labelHi || null, help: help || null, helpHi: helpHi || null },
    ...{ groupId: groupId || null, seenWith: (seenWith || null) as Permission | null },
    assetNameIds: assetNameIds.length === 0 ? null : assetNameIds,
    ...{ required, indexed, searched: searched && (type === 'text' || type === 'link') },
    unit: (type === 'number' && unit) || (type === 'money' && unit.toUpperCase()) || null,
    remindDays: type === 'day' ? (remindDays.match(/\d+/g) ?? []).map(Number) : [],
    choices:
      type === 'choice'
        ? choices
            .filter((choice) => choice.key !== undefined || choice.label.trim() !== '')
            .map((choice) => ({ ...choice, labelHi: choice.labelHi || null }))
        : [],
  }
}

const conflictFields = (): ConflictFields => ({
  label: { label: m.own_fields_label() },
  labelHi: { label: m.own_fields_label_hi() },
  help: { label: m.own_fields_help() },
  helpHi: { label: m.own_fields_help_hi() },
  unit: { label: m.own_fields_unit() },
  choices: {
    label: m.own_fields_choices(),
    show: (choices: OwnChoice[]) => choices.map(ownFieldLabel).join(', '),
  },
  remindDays: { label: m.own_fields_remind(), show: (days: number[]) => days.join(', ') },
  groupId: { label: m.own_fields_group() },
  assetNameIds: { label: m.own_fields_names() },
  seenWith: { label: m.own_fields_seen(), show: seenText },
  required: { label: m.own_fields_required(), show: yesNo },
  searched: { label: m.own_fields_searched(), show: yesNo },
  indexed: { label: m.own_fields_indexed(), show: yesNo },
})
const yesNo = (value: boolean) => (value ? m.common_yes() : m.common_no())

export function useFieldForm(field: OwnFieldDefinition | undefined, onClose: () => void): FieldForm {
  const [create, change] = [useCreateField(), useChangeField()]
  const first = useFirstShown(field)
  return useContractForm<FieldValues, FieldValues, OwnFieldDefinition>({
    schema: schema as never,
    initial: initialOf(first),
    send: (values) => {
      const body = bodyOf(values)
      if (first === undefined) return create({ type: values.type, ...body, choices: body.choices })
      const edited: OwnFieldChange = { ...differing(bodyOf(initialOf(first)), body), version: first.version }
      return sendOrDecide(edited, conflictFields(), (sent) => change({ id: first.id, ...sent }))
    },
    done: (saved) => {
      onClose()
      toast.success(m.own_fields_saved({ name: ownFieldLabel(saved) }))
    },
    leave: onClose,
    failure: m.own_fields_save_failed(),
  })
}
