import type { Asset } from '@ats/contract/assets/assets.ts'

type Placed = Pick<Asset, 'city' | 'mm' | 'property' | 'aou' | 'room'>

const given = (names: (string | null)[]) => names.filter((name) => name !== null && name !== '') as string[]

/** From the city down to the asset's place. */
export const placeNames = ({ city, mm, property, aou, room }: Placed) =>
  given([city, mm, property, aou, room])
export const placePath = (placed: Placed) => placeNames(placed).join(' > ')

/** The places of the path without the city. */
export const namesInCity = ({ mm, property, aou, room }: Placed) => given([mm, property, aou, room])

export const assetTitle = ({ assetName, assetTagId }: Pick<Asset, 'assetName' | 'assetTagId'>) =>
  `${assetName} ${assetTagId}`
