import type { SampleKind } from '@ats/contract/tagging/tagging.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

export const sampleTexts: Record<SampleKind, () => string> = {
  none: m.tagging_sample_none,
  nth: m.tagging_sample_nth,
  room: m.tagging_sample_room,
}

export const pathText = (names: readonly string[]) => names.join(' › ')

/** A share of checks, as people read it; nothing was checked: a dash. */
export const rateText = (failed: number, checked: number) =>
  checked === 0 ? '–' : `${formatNumber(Math.round((1000 * failed) / checked) / 10)} %`
