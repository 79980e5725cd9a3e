import { assetOfLabel } from '@ats/contract/label-address.ts'
import { useEffect, useEffectEvent } from 'react'

type TakeAsset = (assetId: string) => void

const takers: TakeAsset[] = []

/** Passes the label of an asset to the component that registered last; returns whether it did. */
export function giveAssetScan(code: string): boolean {
  const assetId = assetOfLabel(code)
  const take = takers.at(-1)
  if (assetId === null || take === undefined) return false
  take(assetId)
  return true
}

/** Takes the scanned labels of assets while this component is mounted. */
export function useAssetScans(take: TakeAsset) {
  const latest = useEffectEvent(take)
  useEffect(() => {
    const taker: TakeAsset = (id) => latest(id)
    takers.push(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [])
}
