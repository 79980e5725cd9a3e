import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldTest } from '@ats/contract/own-fields/types.ts'
import { PlaceName } from '#features/places/places.ts'
import { m } from '#texts'
import { OwnPersonName } from './own-person-select.tsx'
import { ownValueText } from './own-value-text.tsx'

/** What a filter on a field finds, in words. */
export function TestText({ field, test }: { field: OwnField; test: OwnFieldTest }) {
  const { contains, from, to, is, oneOf, empty } = test
  if (empty !== undefined) return empty ? m.own_filter_empty() : m.own_filter_filled()
  if (contains !== undefined) return contains
  if (typeof is === 'string' && field.type === 'place') return <PlaceName value={is} />
  if (typeof is === 'string') return <OwnPersonName value={is} />
  if (is !== undefined) return ownValueText(field, is)
  if (oneOf !== undefined) return oneOf.map((key) => ownValueText(field, key)).join(', ')
  const bounds = { from: from ?? to, to: to ?? from }
  const texts = { from: ownValueText(field, bounds.from ?? ''), to: ownValueText(field, bounds.to ?? '') }
  if (to === undefined) return m.own_filter_at_least({ from: texts.from })
  return from === undefined ? m.own_filter_at_most({ to: texts.to }) : m.own_filter_range(texts)
}
