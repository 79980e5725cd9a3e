import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownValueSchemas } from '@ats/contract/own-fields/types.ts'
import { z } from 'zod'

function propertyOf({ type, label, help, unit, choices }: OwnField) {
  const { $schema: _, ...schema } = z.toJSONSchema(ownValueSchemas[type], {
    io: 'input',
    unrepresentable: 'any',
  })
  const active = choices.filter(({ retired }) => !retired)
  return {
    ...{ title: unit === null ? label : `${label} (${unit})`, ...schema },
    ...(help !== null && { description: help }),
    ...(type === 'choice' && { oneOf: active.map((choice) => ({ const: choice.key, title: choice.label })) }),
  }
}

/** What requests may send as `fields` of an asset. A field for some asset names only is never required. */
export const fieldsSchema = (fields: readonly OwnField[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)])),
  required: fields
    .filter(({ required, assetNameIds }) => required && assetNameIds === null)
    .map(({ key }) => key),
  additionalProperties: false,
})
