import type { Asset } from '@ats/contract/assets/assets.ts'
import { createContext, useContext } from 'react'

/** What can be done with one asset, from its row as from its panel; the screen holds the dialogs. */
export type AssetActions = {
  edit: (asset: Asset) => void
  remove: (asset: Asset) => void
  zoom: (asset: Asset) => void
  requestState: (asset: Asset) => void
}

export const AssetActionsContext = createContext<AssetActions | null>(null)

export function useAssetActions(): AssetActions {
  const actions = useContext(AssetActionsContext)
  if (actions === null) throw new TypeError('Assets are shown within a screen that offers their actions')
  return actions
}
