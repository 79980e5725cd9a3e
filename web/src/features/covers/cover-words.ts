import { type Cover, type CoverKind, type CoverState, coverKinds, coverStates } from '@ats/contract/covers.ts'
import { counted, formatMoney, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

const kindNames: Record<CoverKind, () => string> = {
  amc: m.covers_kind_amc,
  warranty: m.covers_kind_warranty,
  insurance: m.covers_kind_insurance,
  lease: m.covers_kind_lease,
}

export const coverKindName = (kind: string): string => kindNames[kind as CoverKind]?.() ?? kind
export const coverKindChoices = () => coverKinds.map((kind) => ({ value: kind, label: coverKindName(kind) }))

export const stateLooks: Record<CoverState, { text: () => string; color: string }> = {
  upcoming: { text: m.covers_state_upcoming, color: 'blue' },
  running: { text: m.covers_state_running, color: 'teal' },
  'ending-soon': { text: m.covers_state_ending_soon, color: 'red' },
  ended: { text: m.covers_state_ended, color: 'gray' },
  cancelled: { text: m.covers_state_cancelled, color: 'gray' },
}

export const coverStateName = (state: string): string => stateLooks[state as CoverState]?.text() ?? state
export const coverStateChoices = () =>
  coverStates.map((state) => ({ value: state, label: coverStateName(state) }))

/** Days left of a running cover; undefined for others. */
export function daysLeftText({ state, daysLeft }: Pick<Cover, 'state' | 'daysLeft'>) {
  if (state !== 'running' && state !== 'ending-soon') return undefined
  return daysLeft === 0
    ? m.covers_last_day()
    : counted(daysLeft, m.covers_days_left_one, m.covers_days_left_other)
}

const mostCounted = 10_000
export const assetCountText = (assets: number) =>
  assets > mostCounted ? m.covers_assets_more({ count: formatNumber(mostCounted) }) : formatNumber(assets)

export const costText = (cost: Cover['cost']) =>
  cost === null ? m.common_not_given() : formatMoney(cost.amount, cost.currency)
