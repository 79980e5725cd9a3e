import type { TagScheme, TagSeries } from '@ats/contract/tag-series.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

export const schemeTexts: Record<TagScheme, () => string> = {
  giai: m.tagseries_scheme_giai,
  sgtin: m.tagseries_scheme_sgtin,
  private: m.tagseries_scheme_private,
}

/** What all tags of a series have in common. */
export const partsText = ({ scheme, companyPrefix, itemReference, organisation }: TagSeries) =>
  scheme === 'private'
    ? `${m.tagseries_scheme_private_short()} ${organisation}`
    : `${scheme.toUpperCase()}-96 ${[companyPrefix, itemReference].filter(Boolean).join('.')}`

export const leftText = ({ left, nextSerial }: TagSeries) =>
  left === '0'
    ? m.tagseries_none_left()
    : m.tagseries_left({ next: nextSerial, left: formatNumber(Number(left)) })
