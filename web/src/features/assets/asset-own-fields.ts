import type { Asset } from '@ats/contract/assets/assets.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import type { z } from 'zod'
import { fieldsForName, valuesTyped, wrongTexts } from '#features/own-fields/own-fields.ts'
import type { AssetFormValues } from './asset-schema.ts'

type Checked = Pick<AssetFormValues, 'assetName' | 'fields'>

/** Also checks the fields of the organisation; `present` are their values in an existing asset. */
export const withOwnFields = <Form extends z.ZodType<Checked, Checked>>(
  form: Form,
  fields: readonly OwnField[],
  present?: OwnValues,
) =>
  form.superRefine(({ assetName, fields: typed }, context) => {
    for (const issue of wrongTexts(fieldsForName(fields, assetName), typed, present))
      context.addIssue({ code: 'custom', ...issue })
  })

/** The part of a request with the fields of the organisation that differ; without any, nothing. */
export function ownChange(
  ownFields: readonly OwnField[],
  {
    assetName,
    fields: typed = {},
  }: Pick<Asset, 'assetName'> & { fields?: AssetFormValues['fields'] | undefined },
  present?: OwnValues,
) {
  const fields = valuesTyped(fieldsForName(ownFields, assetName), typed, present)
  return Object.keys(fields).length > 0 ? { fields } : {}
}
