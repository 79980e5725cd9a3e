import type { Asset, AssetChange } from '@ats/contract/assets/assets.ts'
import { detailNames } from '@ats/contract/assets/fields.ts'
import type { OwnValuesInput } from '@ats/contract/own-fields/types.ts'
import { z } from 'zod'
import { type AssetFormValues, assetForm } from '#features/assets/asset-schema.ts'
import type { TypedValues } from '#features/own-fields/own-fields.ts'
import { eachDetail } from '#kernel/words/asset-labels.ts'

type Texts = Required<Omit<AssetFormValues, 'image' | 'fields'>>
const leading = ['rfidTag', 'assetName', 'assetState', 'assignedUser'] as const
export const names = [...leading, ...detailNames] satisfies (keyof Texts)[]

/** The asset as form values, in the order of the fields. */
export const valuesOf = (asset: Asset) => ({
  rfidTag: asset.rfidTag ?? '',
  assetName: asset.assetName,
  location: asset.location,
  placeId: asset.mm === null ? '' : asset.placeId,
  assetState: asset.assetState,
  assignedUser: asset.assignedUser?.name ?? '',
  ...eachDetail((name) => asset[name] ?? ''),
  fields: {} as TypedValues,
  image: null,
})

/** An asset without a tag may stay without one. */
export const schemaFor = ({ rfidTag }: Asset) =>
  rfidTag === null ? assetForm.extend({ rfidTag: z.literal('').or(assetForm.shape.rfidTag) }) : assetForm

type Given = { [Name in keyof AssetFormValues]: AssetFormValues[Name] }

/** Only fields that the person changed are sent, so that changes of others are kept. */
export function changeOf(asset: Asset, values: Given): AssetChange {
  const before = valuesOf(asset)
  const change: AssetChange = {}
  for (const name of names) if ((values[name] ?? '') !== before[name]) change[name] = values[name]
  const { location, placeId = '' } = values
  if (location !== before.location || placeId !== before.placeId) Object.assign(change, { location, placeId })
  return change
}

const prefix = 'fields.'

/** The fields of the organisation beside the others, as a conflict names them. */
export const flat = ({ fields = {}, ...change }: AssetChange) => ({
  ...change,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}${key}`, value])),
})

/** The opposite of `flat`, after the person decided on some of the fields. */
export function nested(change: Record<string, unknown>): AssetChange {
  const isOwn = ([name]: [string, unknown]) => name.startsWith(prefix)
  const entries = Object.entries(change)
  const own = entries.filter(isOwn).map(([name, value]) => [name.slice(prefix.length), value])
  const rest = Object.fromEntries(entries.filter((entry) => !isOwn(entry)))
  return { ...rest, ...(own.length > 0 && { fields: Object.fromEntries(own) as OwnValuesInput }) }
}
