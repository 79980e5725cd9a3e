// Why it is built this way: docs/decisions/070-own-fields.md

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { permissions } from '../permissions.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'
import { ownField } from './own-fields.ts'
import { setNames } from './sets.ts'
import { mostChoices, mostOwnFields, ownFieldKey, ownFieldTypes } from './types.ts'

export const mostGroups = 30
/** Assets of at most this many names can have a field that is not for all of them. */
const mostAssetNames = 500
const mostReminders = 5
const longestReminder = 365

/** A field as administrators see it. */
export const ownFieldDefinition = ownField.extend({
  version,
  setName: z.string().nullable().describe('The ready-made set that it came from.'),
})
export type OwnFieldDefinition = z.infer<typeof ownFieldDefinition>

export const ownFieldGroup = z.object({
  id: z.uuid(),
  label: z.string(),
  labelHi: z.string().nullable(),
})
export type OwnFieldGroup = z.infer<typeof ownFieldGroup>

const label = neededText('own-field-label-required').max(100, says('text-too-long'))
const text = (most: number) => z.string().trim().max(most, says('text-too-long')).nullable()

const choice = z.object({
  key: ownFieldKey.optional().describe('Only of a choice that exists. New choices get one from their label.'),
  label,
  labelHi: text(100).default(null),
  retired: z.boolean().default(false),
})

const changeable = {
  labelHi: text(100),
  help: text(500),
  helpHi: text(500),
  unit: text(20).describe('The unit of a number, or the currency of money, which never changes.'),
  groupId: id.nullable(),
  required: z.boolean().describe('New assets need a value. Assets that exist keep theirs.'),
  assetNameIds: z
    .array(id)
    .min(1, says('own-field-name-required'))
    .max(mostAssetNames)
    .nullable()
    .describe('Only assets with one of these names; null: all.'),
  seenWith: z.enum(permissions).nullable(),
  searched: z.boolean().describe('Only texts and links. Includes `indexed`.'),
  indexed: z.boolean(),
  remindDays: z
    .array(z.number().int().min(0).max(longestReminder))
    .max(mostReminders)
    .describe(
      'Only for days: so many days before, people who manage the asset are notified. Includes `indexed`.',
    ),
}

export const newOwnField = z.object({
  type: z.enum(ownFieldTypes),
  key: ownFieldKey.optional().describe('Without it, the key is made from the label.'),
  label,
  labelHi: changeable.labelHi.default(null),
  help: changeable.help.default(null),
  helpHi: changeable.helpHi.default(null),
  unit: changeable.unit.default(null),
  choices: z
    .array(choice.omit({ key: true, retired: true }))
    .max(mostChoices)
    .default([]),
  groupId: changeable.groupId.default(null),
  required: changeable.required.default(false),
  assetNameIds: changeable.assetNameIds.default(null),
  seenWith: changeable.seenWith.default(null),
  searched: changeable.searched.default(false),
  indexed: changeable.indexed.default(false),
  remindDays: changeable.remindDays.default([]),
})
export type NewOwnField = z.infer<typeof newOwnField>

export const ownFieldChange = z
  .object({
    label,
    ...changeable,
    choices: z
      .array(choice)
      .max(mostChoices)
      .describe('All choices in their order. A choice is retired, never left out.'),
  })
  .partial()
  .extend({ version: editedVersion })
export type OwnFieldChange = z.infer<typeof ownFieldChange>

export const newOwnFieldGroup = z.object({ label, labelHi: text(100).default(null) })
export const ownFieldGroupChange = z.object({
  label: label.optional(),
  labelHi: text(100).optional(),
})
export type NewOwnFieldGroup = z.infer<typeof newOwnFieldGroup>
export type OwnFieldGroupChange = z.infer<typeof ownFieldGroupChange>

/** How many assets have a value is counted up to here. */
export const mostUses = 10_000

export const ownFieldOrder = z.object({
  groupIds: z.array(id).max(mostGroups).describe('All groups in their order.'),
  fields: z
    .array(z.object({ id, groupId: id.nullable() }))
    .max(mostOwnFields)
    .describe('All active fields in their order, with their groups.'),
})
export type OwnFieldOrder = z.infer<typeof ownFieldOrder>

const setField = ownField
  .pick({ key: true, type: true, label: true, labelHi: true, unit: true, choices: true, remindDays: true })
  .extend({ is: z.enum(['new', 'active', 'retired']).describe('Whether there is such a field already.') })

export const ownFieldSet = z.object({
  name: z.enum(setNames),
  label: z.string(),
  labelHi: z.string(),
  fields: z.array(setField),
})
export type OwnFieldSet = z.infer<typeof ownFieldSet>

const path = '/api/v1/own-fields'
const byId = z.object({ id })
const byVersion = z.object({ version: editedVersion })
const definition = ownFieldDefinition
const reads = ['own-field', 'asset-name'] as const
const writes = ['own-field'] as const

export const ownFieldDefinitions = {
  list: endpoint({
    method: 'GET',
    path: `${path}/definitions`,
    permission: 'master',
    reads,
    summary:
      'All fields of the organisation and their groups, also retired ones, for people who see every place',
    reply: z.object({
      fields: z.array(definition),
      groups: z.array(ownFieldGroup),
      most: z.number().int().describe('At most so many fields can be active.'),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'master',
    writes,
    summary: 'Add a field to assets',
    status: 201,
    body: newOwnField,
    reply: definition,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    permission: 'master',
    writes,
    summary: 'Change a field; its key and its type never change',
    params: byId,
    body: ownFieldChange,
    reply: definition,
  }),
  retire: endpoint({
    method: 'POST',
    path: `${path}/:id/retire`,
    permission: 'master',
    writes,
    summary: 'Retire a field: assets keep its values, but nobody sees or changes them',
    params: byId,
    body: byVersion,
    reply: definition,
  }),
  bringBack: endpoint({
    method: 'POST',
    path: `${path}/:id/bring-back`,
    permission: 'master',
    writes,
    summary: 'Bring back a retired field with its values',
    params: byId,
    body: byVersion,
    reply: definition,
  }),
  uses: endpoint({
    method: 'GET',
    path: `${path}/:id/uses`,
    permission: 'master',
    reads: ['asset'],
    summary: 'How many assets have a value in a field',
    params: byId,
    reply: z.object({
      count: z.number().int().max(mostUses),
      more: z.boolean().describe('There are more than were counted.'),
    }),
  }),
  order: endpoint({
    method: 'PUT',
    path: `${path}/order`,
    permission: 'master',
    writes,
    summary: 'Put groups and fields in order, and fields in groups',
    body: ownFieldOrder,
    reply: done,
  }),
  sets: endpoint({
    method: 'GET',
    path: `${path}/sets`,
    permission: 'master',
    reads: ['own-field'],
    summary: 'Ready-made sets of fields',
    reply: z.object({ sets: z.array(ownFieldSet) }),
  }),
  addSet: endpoint({
    method: 'POST',
    path: `${path}/sets/:name`,
    permission: 'master',
    writes,
    summary: 'Add the fields of a ready-made set that are not there yet',
    params: z.object({ name: z.enum(setNames) }),
    body: z.object({
      currency: z.string().trim().max(3).default('INR').describe('Of its amounts of money.'),
    }),
    reply: z.object({
      added: z.array(ownFieldKey),
      existing: z
        .array(ownFieldKey)
        .describe('These were there already, active or retired, and are left alone.'),
    }),
  }),
}

export const ownFieldGroups = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/own-field-groups',
    permission: 'master',
    writes,
    summary: 'Add a group of fields',
    status: 201,
    body: newOwnFieldGroup,
    reply: ownFieldGroup,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/own-field-groups/:id',
    permission: 'master',
    writes,
    summary: 'Rename a group of fields',
    params: byId,
    body: ownFieldGroupChange,
    reply: ownFieldGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/own-field-groups/:id',
    permission: 'master',
    writes,
    summary: 'Delete a group without active fields',
    params: byId,
    reply: done,
  }),
}
