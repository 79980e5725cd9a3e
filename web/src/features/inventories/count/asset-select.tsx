import type { Asset } from '@ats/contract/assets/assets.ts'
import { assetTitle } from '#features/assets/assets.ts'
import { assetNamed, assetsFound } from '#features/inventories/review/review-queries.ts'
import { m } from '#texts'
import { starred } from '#ui/form/fields.tsx'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'

/** Selects an asset by any of its names and codes; its current tag is shown below its name. */
const assets = records({
  find: assetsFound,
  byId: assetNamed,
  choiceOf: (asset: Asset) => ({
    id: asset._id,
    name: assetTitle(asset),
    path: [
      [asset.city, asset.property, asset.room].filter(Boolean).join(' > '),
      asset.rfidTag === null ? m.inventory_no_tag() : m.inventory_has_tag({ tag: asset.rfidTag }),
    ].join(' · '),
    label: assetTitle(asset),
  }),
})

export const AssetSelect = recordSelect(assets, () => ({
  label: m.inventory_asset(),
  placeholder: m.assets_search(),
  ...starred(true),
  comboboxProps: listInForm,
  clears: m.inventory_asset(),
}))
