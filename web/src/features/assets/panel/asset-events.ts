import { type AssetEvent, assetFacts } from '@ats/contract/assets/history.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { fieldText } from '#kernel/words/asset-labels.ts'
import { assetActionTexts, assetFactLabels } from '#kernel/words/asset-lines.ts'
import { m } from '#texts'

type RequestAction = RecordAction & `state-change.${string}`

const ofRequests: Record<RequestAction, () => string> = {
  'state-change.requested': m.audit_state_change_requested,
  'state-change.accepted': m.audit_state_change_accepted,
  'state-change.denied': m.audit_state_change_denied,
  'state-change.undone': m.audit_state_change_undone,
  'state-change.cancelled': m.audit_state_change_cancelled,
  'state-change.stale': m.audit_state_change_stale,
  'state-change.paper-added': m.audit_paper_added,
  'state-change.paper-removed': m.audit_paper_removed,
  'state-change.paper-renamed': m.audit_paper_renamed,
  'state-change.paper-infected': m.audit_paper_infected,
}
const events: Record<string, () => string> = { ...assetActionTexts('inHistory'), ...ofRequests }

export const eventName = (action: string) => (events[action] ?? m.assets_event_changed)()

/** The title of the event already says whether the asset was deleted. */
const shownFacts = assetFacts.filter((name) => name !== 'deleted')

export type ChangedFact = {
  label: string
  /** Undefined if there was no value before. */
  before: string | undefined
  after: string
}

/** Each fact that an event changed, as text. A fact without a previous value shows only the new one. */
export function changedFacts({ before, after }: Pick<AssetEvent, 'before' | 'after'>): ChangedFact[] {
  return shownFacts.flatMap((name) => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null]
    if (was === is) return []
    return [
      {
        label: assetFactLabels[name](),
        before: before === null ? undefined : readable(name, was),
        after: readable(name, is),
      },
    ]
  })
}

function readable(name: string, value: unknown): string {
  if (name === 'place' && value === null) return m.assets_place_elsewhere()
  if (name === 'image') return value === null ? m.image_none() : m.assets_image_present()
  if (value === null || value === '') return name === 'rfidTag' ? m.assets_no_tag() : m.assets_nothing()
  if (typeof value === 'boolean') return value ? m.common_yes() : m.common_no()
  return fieldText(name, String(value))
}
