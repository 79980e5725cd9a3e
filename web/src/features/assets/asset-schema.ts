import { newAssetFields, rfidTag } from '@ats/contract/assets/assets.ts'
import { z } from 'zod'
import type { TypedValues } from '#features/own-fields/own-fields.ts'
import { eachDetail } from '#kernel/words/asset-labels.ts'

export const assetForm = newAssetFields.omit({ tagSeriesId: true }).extend({
  rfidTag,
  image: z.instanceof(Blob).nullable(),
  fields: z.record(z.string(), z.string()),
})
/** For an asset whose number is reserved, which has no tag yet. */
export const untaggedForm = assetForm.extend({ rfidTag: z.string() })
export type AssetFormValues = z.input<typeof assetForm>

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
