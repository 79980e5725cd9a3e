import { BulkFailures, ResultList } from './asset-bulk-result.tsx'
import { PictureButton } from './asset-picture.tsx'
import { assetTitle } from './asset-place.ts'
import { allStates, assetsWithCode, type ShownAsset } from './asset-queries.ts'
import { AssetState } from './asset-state.tsx'
import { TagEnd } from './asset-tag-end.tsx'
import { assetLink } from './find-links.ts'
import { theOneMeant } from './find-meant.ts'

/** What other slices show of assets, and how they find them. */
export {
  AssetState,
  allStates,
  assetLink,
  assetsWithCode,
  assetTitle,
  BulkFailures,
  PictureButton,
  ResultList,
  type ShownAsset,
  TagEnd,
  theOneMeant,
}

export const loadPictureZoom = () => import('./asset-picture-zoom.tsx')
