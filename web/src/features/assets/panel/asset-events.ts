import type { AssetEvent } from '@ats/contract/assets/history.ts'
import { detailFactLabels, fieldText } from '#kernel/asset-labels.ts'
import { m } from '#texts'

const events: Record<string, () => string> = {
  'asset.registered': m.assets_event_registered,
  'asset.changed': m.assets_event_changed,
  'asset.tag-replaced': m.assets_event_tag_replaced,
  'asset.tag-lost': m.assets_event_tag_lost,
  'asset.rental-ending': m.audit_asset_rental_ending,
  'asset.deleted': m.assets_event_deleted,
  'asset.restored': m.assets_event_restored,
  'state-change.requested': m.audit_state_change_requested,
  'state-change.accepted': m.audit_state_change_accepted,
  'state-change.denied': m.audit_state_change_denied,
  'state-change.undone': m.audit_state_change_undone,
  'state-change.cancelled': m.audit_state_change_cancelled,
  'state-change.stale': m.audit_state_change_stale,
}

export const eventName = (action: string) => (events[action] ?? m.assets_event_changed)()

/** What the ledger keeps of an asset, in the order it is shown. Whether it is deleted the event's name says already. */
const facts: Record<string, () => string> = {
  rfidTag: m.assets_rfid_tag,
  assetName: m.assets_name,
  assetState: m.assets_state,
  assignedUser: m.assets_assigned_user,
  place: m.assets_location,
  ...detailFactLabels,
  rentalEnds: m.audit_field_rental_ends,
  image: m.assets_image,
}

export type ChangedFact = {
  label: string
  /** Undefined where nothing was before. */
  before: string | undefined
  after: string
}

/** Each fact that an event changed, in words; one that began with the event shows only what it became. */
export function changedFacts({ before, after }: Pick<AssetEvent, 'before' | 'after'>): ChangedFact[] {
  return Object.entries(facts).flatMap(([name, label]) => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null]
    if (was === is) return []
    return [
      {
        label: label(),
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
  return fieldText(name, String(value))
}
