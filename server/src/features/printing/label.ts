import type { LabelDesign } from '@ats/contract/print-jobs.ts'
import { type Box, textIn } from './texts.ts'
import { type Dpi, dotsPerMm, encoding, label, qrCode } from './zpl.ts'

/** What is on a label. The lines of texts, from the top, are name, detail and owner. */
export type LabelContent = {
  name: string
  /** The id of an asset, or the way to a room. */
  detail: string
  owner: string
  /** The address in the QR code. */
  address: string
  /** Written to the chip; null: nothing is written. */
  tag: string | null
}

/** In millimetres. */
type Design = {
  width: number
  height: number
  margin: number
  qr: number
  /** Line heights, and at most how many lines. */
  owner: [number, number]
  name: [number, number]
  detail: [number, number]
}

export const designs: Record<LabelDesign, Design> = {
  'asset-small': {
    ...{ width: 50, height: 25, margin: 1.5, qr: 21 },
    ...{ owner: [2.8, 1], name: [4, 3], detail: [5, 1] },
  },
  'asset-large': {
    ...{ width: 100, height: 50, margin: 3, qr: 43 },
    ...{ owner: [5, 1], name: [7, 3], detail: [9, 1] },
  },
  room: {
    ...{ width: 100, height: 50, margin: 3, qr: 43 },
    ...{ owner: [5, 1], name: [10, 2], detail: [5, 3] },
  },
}

/** The owner is at the top, the name below, and the id at the bottom, where eyes look for it. */
export async function labelZpl(design: LabelDesign, dpi: Dpi, content: LabelContent): Promise<string> {
  const { width, height, margin, qr, ...heights } = designs[design]
  const dots = (mm: number) => Math.round(mm * dotsPerMm[dpi])
  const left = dots(margin + qr + margin)
  const box = ([lineHeight, lines]: [number, number], y: number): Box => ({
    ...{ x: left, y, width: dots(width - margin) - left, lineHeight: dots(lineHeight), lines },
  })
  const owner = await textIn(box(heights.owner, dots(margin)), content.owner)
  const name = await textIn(box(heights.name, dots(margin * 1.5) + owner.height), content.name)
  const [detailHeight, detailLines] = heights.detail
  const detailTop = dots(height - margin - detailHeight * detailLines)
  const detail = await textIn(box(heights.detail, detailTop), content.detail)
  const code = qrCode({ x: dots(margin), y: dots((height - qr) / 2), size: dots(qr) }, content.address)
  return label({ width: dots(width), height: dots(height) }, [
    ...(content.tag === null ? [] : [encoding(content.tag)]),
    ...[code, owner.zpl, name.zpl, detail.zpl],
  ])
}
