import { newAsset } from '@ats/contract/assets/assets.ts'
import { z } from 'zod'
import { eachDetail } from '#kernel/words/asset-labels.ts'

export const assetForm = newAsset.extend({ image: z.instanceof(Blob).nullable() })
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
  image: null,
} satisfies AssetFormValues
