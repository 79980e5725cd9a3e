import { isLabel } from '@ats/contract/label-address.ts'
import { givePlaceScan } from './scans.ts'

/** For a camera that reads tags: a label is no tag, but that of a place may choose the place. */
export const tagsFromCamera = (take: (tag: string) => void, refuseLabel: () => void) => (code: string) => {
  if (givePlaceScan(code)) return
  if (isLabel(code)) refuseLabel()
  else take(code)
}
