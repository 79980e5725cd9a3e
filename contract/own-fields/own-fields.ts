import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { permissions } from '../permissions.ts'
import { ownFieldKey, ownFieldTypes } from './types.ts'

export const ownChoice = z.object({
  key: z.string().max(40),
  label: z.string(),
  labelHi: z.string().nullable(),
  retired: z.boolean().describe('It can no longer be chosen; assets that have it keep it.'),
})
export type OwnChoice = z.infer<typeof ownChoice>

/** A field as forms and lists need it. */
export const ownField = z.object({
  id: z.uuid(),
  key: ownFieldKey,
  type: z.enum(ownFieldTypes),
  label: z.string(),
  labelHi: z.string().nullable(),
  help: z.string().nullable(),
  helpHi: z.string().nullable(),
  unit: z.string().nullable().describe('The unit of a number, or the currency of money.'),
  choices: z.array(ownChoice),
  group: z.object({ id: z.uuid(), label: z.string(), labelHi: z.string().nullable() }).nullable(),
  position: z.number().int(),
  required: z.boolean(),
  assetNameIds: z.array(z.uuid()).nullable().describe('Only assets with one of these names; null: all.'),
  seenWith: z.enum(permissions).nullable().describe('The permission that shows its values; null: everybody.'),
  assetNames: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('The names of `assetNameIds`.'),
  searched: z.boolean().describe('The search of the asset list finds its values.'),
  indexed: z.boolean().describe('Lists of any length are filtered and sorted by it.'),
  indexState: z.enum(['none', 'building', 'ready', 'failed']),
  remindDays: z.array(z.number().int()),
  retired: z.boolean(),
})
export type OwnField = z.infer<typeof ownField>

export const ownFields = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/own-fields',
    permission: 'authenticated',
    reads: ['own-field'],
    summary: 'The fields of the organisation whose values the caller may see, in the order of forms',
    query: z.object({
      retired: z.enum(['true', 'false']).default('false').describe('Retired fields as well.'),
    }),
    reply: z.object({ fields: z.array(ownField) }),
  }),
  schema: endpoint({
    method: 'GET',
    path: '/api/v1/own-fields/schema',
    permission: 'authenticated',
    reads: ['own-field'],
    summary:
      'The JSON Schema of `fields` of an asset in this installation, as far as the caller may see them',
    reply: z.record(z.string(), z.unknown()),
  }),
}
