import type { Asset } from '@ats/contract/assets/assets.ts'
import { createContext, useContext } from 'react'

/** Actions on one asset, shared by its row and its panel; the screen renders the dialogs. */
export type AssetActions = {
  edit: (asset: Asset) => void
  remove: (asset: Asset) => void
  zoom: (asset: Asset) => void
  requestState: (asset: Asset) => void
  move: (asset: Asset) => void
  assign: (asset: Asset) => void
}

export const AssetActionsContext = createContext<AssetActions | null>(null)

export function useAssetActions(): AssetActions {
  const actions = useContext(AssetActionsContext)
  if (actions === null) throw new TypeError('Assets are shown within a screen that offers their actions')
  return actions
}
