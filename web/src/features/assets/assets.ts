import { assetTitle } from './asset-place.ts'
import {
  allStates,
  assetListFilter,
  assetsWithCode,
  printedAssets,
  type ShownAsset,
} from './asset-queries.ts'
import { AssetState, stateColor } from './asset-state.tsx'
import { StateSelectField } from './asset-state-field.tsx'
import { assetWithCode } from './find/asset-with-code.ts'
import { registerLink } from './find/find-links.ts'
import { PictureButton } from './panel/asset-picture.tsx'
import { TagEnd } from './panel/asset-tag-end.tsx'
import { loadPictureZoom } from './panel/load-picture-zoom.ts'

/** Public exports for other features. */
export {
  AssetState,
  allStates,
  assetListFilter,
  assetsWithCode,
  assetTitle,
  assetWithCode,
  loadPictureZoom,
  PictureButton,
  printedAssets,
  registerLink,
  type ShownAsset,
  StateSelectField,
  stateColor,
  TagEnd,
}
