import type { NewAsset } from '@ats/contract/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { fieldsForName, ownFieldList, valuesTyped } from '#features/own-fields/own-fields.ts'
import type { StoredValues } from './registration-kept.ts'

/** Returns the request that registers an asset with the values of the form. */
export function useNewAsset() {
  const { data = [] } = useQuery(ownFieldList())
  return ({ fields: typed, ...values }: StoredValues): NewAsset => {
    const fields = valuesTyped(fieldsForName(data, values.assetName), typed ?? {})
    return { ...values, assetState: undefined, ...(Object.keys(fields).length > 0 && { fields }) }
  }
}
