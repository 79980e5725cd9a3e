import { newAsset } from '@ats/contract/assets/assets.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import { z } from 'zod'
import { fieldsForName, type TypedValues, wrongTexts } from '#features/own-fields/own-fields.ts'
import { eachDetail } from '#kernel/words/asset-labels.ts'

export const assetForm = newAsset.extend({
  image: z.instanceof(Blob).nullable(),
  fields: z.record(z.string(), z.string()),
})
export type AssetFormValues = z.input<typeof assetForm>

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

/** In the order of the fields. */
export const emptyAsset = {
  rfidTag: '',
  assetName: '',
  location: '',
  placeId: '',
  assetState: '',
  assignedUser: '',
  ...eachDetail(() => ''),
  fields: {} as TypedValues,
  image: null,
} satisfies AssetFormValues
