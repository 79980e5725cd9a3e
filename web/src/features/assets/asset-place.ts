import type { Asset } from '@ats/contract/assets/assets.ts'

type Placed = Pick<Asset, 'city' | 'mm' | 'property' | 'aou' | 'room'>

/** From the city down to the asset's place. */
export const placePath = ({ city, mm, property, aou, room }: Placed) =>
  [city, mm, property, aou, room].filter(Boolean).join(' > ')

/** The places of the path without the city. */
export const namesInCity = ({ mm, property, aou, room }: Placed) => [mm, property, aou, room].filter(Boolean)

/** The path without the city. */
export const placeInCity = (placed: Placed) => namesInCity(placed).join(' > ')

export const assetTitle = ({ assetName, assetTagId }: Pick<Asset, 'assetName' | 'assetTagId'>) =>
  `${assetName} ${assetTagId}`
