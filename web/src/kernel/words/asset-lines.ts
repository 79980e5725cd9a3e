import { type AssetFact, assetFacts } from '@ats/contract/assets/history.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { m } from '#texts'
import { detailFactLabels } from './asset-labels.ts'

type Text = () => string
type AssetAction = RecordAction & `asset.${string}`

/** The title of a ledger entry about an asset: in the audit log, and in the asset's own history. */
const assetLines: Record<AssetAction, { inLog: Text; inHistory: Text }> = {
  'asset.registered': { inLog: m.audit_asset_registered, inHistory: m.assets_event_registered },
  'asset.changed': { inLog: m.audit_asset_changed, inHistory: m.assets_event_changed },
  'asset.tag-expected': { inLog: m.audit_asset_tag_expected, inHistory: m.assets_event_tag_expected },
  'asset.tag-replaced': { inLog: m.audit_asset_tag_replaced, inHistory: m.assets_event_tag_replaced },
  'asset.tag-confirmed': { inLog: m.audit_asset_tag_confirmed, inHistory: m.assets_event_tag_confirmed },
  'asset.tag-lost': { inLog: m.audit_asset_tag_lost, inHistory: m.assets_event_tag_lost },
  'asset.label-printed': { inLog: m.audit_asset_label_printed, inHistory: m.assets_event_label_printed },
  'asset.label-voided': { inLog: m.audit_asset_label_voided, inHistory: m.assets_event_label_voided },
  'asset.rental-ending': { inLog: m.audit_asset_rental_ending, inHistory: m.audit_asset_rental_ending },
  'asset.field-due': { inLog: m.audit_asset_field_due, inHistory: m.audit_asset_field_due },
  'asset.covered': { inLog: m.audit_asset_covered, inHistory: m.assets_event_covered },
  'asset.uncovered': { inLog: m.audit_asset_uncovered, inHistory: m.assets_event_uncovered },
  'asset.left-property': { inLog: m.audit_asset_left_property, inHistory: m.audit_asset_left_property },
  'asset.seen-elsewhere': { inLog: m.audit_asset_seen_elsewhere, inHistory: m.audit_asset_seen_elsewhere },
  'asset.paper-added': { inLog: m.audit_paper_added, inHistory: m.audit_paper_added },
  'asset.paper-removed': { inLog: m.audit_paper_removed, inHistory: m.audit_paper_removed },
  'asset.paper-renamed': { inLog: m.audit_paper_renamed, inHistory: m.audit_paper_renamed },
  'asset.paper-infected': { inLog: m.audit_paper_infected, inHistory: m.audit_paper_infected },
  'asset.deleted': { inLog: m.audit_asset_deleted, inHistory: m.assets_event_deleted },
  'asset.restored': { inLog: m.audit_asset_restored, inHistory: m.assets_event_restored },
}

export const assetActionTexts = (where: 'inLog' | 'inHistory') =>
  Object.fromEntries(Object.entries(assetLines).map(([action, texts]) => [action, texts[where]])) as Record<
    AssetAction,
    Text
  >

const labels: Record<AssetFact, Text> = {
  rfidTag: m.assets_rfid_tag,
  tagExpected: m.assets_fact_tag_expected,
  assetName: m.assets_name,
  assetState: m.assets_state,
  assignedUser: m.assets_assigned_user,
  place: m.assets_location,
  ...detailFactLabels,
  rentalEnds: m.audit_field_rental_ends,
  image: m.assets_image,
  deleted: m.audit_field_deleted,
  cover: m.assets_fact_cover,
  paper: m.audit_field_paper,
  sha256: m.audit_field_sha256,
  label: m.assets_fact_label,
  printer: m.assets_fact_printer,
}

/** Labels of the facts that the ledger stores about an asset, in display order. */
export const assetFactLabels = Object.fromEntries(assetFacts.map((name) => [name, labels[name]])) as Record<
  AssetFact,
  Text
>
