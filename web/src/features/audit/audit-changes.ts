import type { AuditEvent } from '@ats/contract/audit.ts'
import type { Params } from '@ats/contract/problems/refusal.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { fieldText } from '#kernel/words/asset-labels.ts'
import { assetFactLabels } from '#kernel/words/asset-lines.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { named } from './audit-texts.ts'

/**
 * Labels of the facts that the ledger stores, in display order. Facts without a label follow under their
 * code.
 */
const fields: Record<string, () => string> = {
  name: m.users_name,
  lastname: m.users_lastname,
  email: m.users_email,
  jobTitle: m.users_job_title,
  role: m.users_role,
  status: m.users_status,
  location: m.users_location,
  places: m.users_places,
  permissions: m.roles_permissions,
  secondFactorRequired: m.roles_second_factor,
  kind: m.audit_kind,
  path: m.masters_belongs_to,
  mergedInto: m.audit_field_merged_into,
  moved: m.audit_field_moved,
  ...assetFactLabels,
  place: m.assets_place,
  assetTagId: m.audit_field_asset_tag_id,
  from: m.audit_field_from,
  to: m.audit_field_to,
  reason: m.audit_field_reason,
  note: m.audit_field_note,
  requestedBy: m.audit_field_requested_by,
  message: m.audit_field_message,
  list: m.audit_field_list,
  format: m.audit_field_format,
  filter: m.audit_field_filter,
  columns: m.table_columns,
  rows: m.audit_field_rows,
  fileName: m.audit_field_file_name,
  size: m.audit_field_size,
  work: m.audit_field_work,
  subject: m.audit_field_subject,
  done: m.audit_field_done,
  failed: m.audit_field_failed,
  everywhere: m.audit_field_everywhere,
  addressRanges: m.audit_field_address_ranges,
  expiresAt: m.audit_field_expires_at,
  keyEnding: m.audit_field_key_ending,
  overlapHours: m.audit_field_overlap_hours,
  scheme: m.tagseries_scheme,
  companyPrefix: m.tagseries_prefix,
  itemReference: m.tagseries_item,
  organisation: m.tagseries_code,
  firstSerial: m.tagseries_first,
  nextSerial: m.tagseries_next,
  lastSerial: m.tagseries_last,
  serial: m.tagseries_serial,
  count: m.tagseries_count,
  address: m.audit_field_address,
  dpi: m.audit_field_dpi,
  retired: m.audit_field_retired,
  design: m.audit_field_design,
  labels: m.audit_field_labels,
  printed: m.audit_field_printed,
  skipped: m.audit_field_skipped,
  voided: m.audit_field_voided,
  tag: m.assets_rfid_tag,
  sample: m.tagging_sample,
  sampleSize: m.tagging_sample_size,
  outcome: m.tagging_outcome,
  total: m.tagging_total,
  tagged: m.tagging_tagged,
  left: m.tagging_left,
  excepted: m.tagging_excepted,
  open: m.audit_field_open,
  approver: m.audit_field_approver,
  mustCount: m.audit_field_must_count,
  openReason: m.audit_field_open_reason,
  resolution: m.audit_field_resolution,
}
const order = Object.keys(fields)
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

export type Change = { name: string; label: string; before: string | undefined; after: string | undefined }

/** Replaces a message of the server by its translation and drops its code. */
function translated(facts: AuditEvent['after']): AuditEvent['after'] {
  if (typeof facts?.message !== 'string') return facts
  const { code, params, ...shown } = facts
  const said = { message: facts.message, code: code as MessageCode, params: params as Params }
  return { ...shown, message: messageText(said) }
}

/** Field by field; a side that the ledger did not store is undefined. */
export function changesOf({ before, after: kept }: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const after = translated(kept)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .toSorted((one, other) => rank(one) - rank(other))
    .map((name) => ({
      name,
      label: named(fields, name),
      before: before && name in before ? readable(name, before[name]) : undefined,
      after: after && name in after ? readable(name, after[name]) : undefined,
    }))
}

function readable(name: string, value: unknown): string {
  if (value === null && ['place', 'places', 'path', 'location'].includes(name))
    return m.assets_place_elsewhere()
  if (value === null || value === '') return m.assets_nothing()
  if (typeof value === 'boolean') return value ? m.common_yes() : m.common_no()
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.map((item) => readable(name, item)).join(', ') || m.assets_nothing()
  if (typeof value === 'object') return pairs(value as Record<string, unknown>)
  if (name === 'image') return m.assets_image_present()
  return fieldText(name, String(value))
}

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ids within a fact, such as the filter of an export, are omitted: they mean nothing to people. */
const pairs = (facts: Record<string, unknown>) =>
  Object.entries(facts)
    .filter(([, value]) => typeof value !== 'string' || !id.test(value))
    .map(([name, value]) => `${named(fields, name)}: ${readable(name, value)}`)
    .join(', ') || m.assets_nothing()
