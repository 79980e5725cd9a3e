import type { NewAsset } from '@ats/contract/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { ownChange } from '#features/assets/asset-own-fields.ts'
import { ownFieldList } from '#features/own-fields/own-fields.ts'
import type { StoredValues } from './registration-kept.ts'

/** Returns the request that registers an asset with the values of the form; with a series instead of the tag. */
export function useNewAsset() {
  const { data = [] } = useQuery(ownFieldList())
  return ({ fields, rfidTag, ...values }: StoredValues, tagSeriesId = ''): NewAsset => ({
    ...values,
    ...(tagSeriesId === '' ? { rfidTag } : { tagSeriesId }),
    assetState: undefined,
    ...ownChange(data, { assetName: values.assetName, fields }),
  })
}
