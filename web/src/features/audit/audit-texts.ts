import type { AuditEvent } from '@ats/contract/audit.ts'
import type { FlatKind } from '@ats/contract/masters.ts'
import type { Params } from '@ats/contract/problems/refusal.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { detailFactLabels, fieldText } from '#kernel/asset-labels.ts'
import { formatNumber } from '#kernel/format.ts'
import { ofFlatMasters } from '#kernel/master-texts.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'

type Text = () => string

export const kindNames: Record<RecordKind, Text> = {
  ...ofFlatMasters<FlatKind, Text>((kind, { kind: name }) => [[kind, name]]),
  user: m.audit_kind_user,
  role: m.audit_kind_role,
  'access-request': m.audit_kind_access_request,
  place: m.audit_kind_place,
  asset: m.audit_kind_asset,
  'state-change': m.audit_kind_state_change,
  'help-request': m.audit_kind_help_request,
  import: m.audit_kind_import,
  export: m.audit_kind_export,
  'bulk-job': m.audit_kind_bulk_job,
}

const ofMasters = ofFlatMasters<RecordAction & `${FlatKind}.${string}`, Text>((kind, texts) => [
  [`${kind}.created`, texts.created],
  [`${kind}.changed`, texts.changed],
  [`${kind}.deleted`, texts.deleted],
  [`${kind}.merged`, texts.merged],
])

const actionNames: Record<RecordAction, Text> = {
  ...ofMasters,
  'user.created': m.audit_user_created,
  'user.changed': m.audit_user_changed,
  'user.deleted': m.audit_user_deleted,
  'user.signed-in': m.audit_user_signed_in,
  'user.password-changed': m.audit_user_password_changed,
  'user.picture-changed': m.audit_user_picture_changed,
  'user.mail-choices-changed': m.audit_user_mail_choices_changed,
  'user.session-ended': m.audit_user_session_ended,
  'user.other-sessions-ended': m.audit_user_other_sessions_ended,
  'role.created': m.audit_role_created,
  'role.changed': m.audit_role_changed,
  'role.deleted': m.audit_role_deleted,
  'access-request.created': m.audit_access_request_created,
  'access-request.changed': m.audit_access_request_changed,
  'access-request.approved': m.audit_access_request_approved,
  'access-request.rejected': m.audit_access_request_rejected,
  'place.created': m.audit_place_created,
  'place.changed': m.audit_place_changed,
  'place.deleted': m.audit_place_deleted,
  'place.merged': m.audit_place_merged,
  'asset.registered': m.audit_asset_registered,
  'asset.changed': m.audit_asset_changed,
  'asset.tag-replaced': m.audit_asset_tag_replaced,
  'asset.tag-lost': m.audit_asset_tag_lost,
  'asset.rental-ending': m.audit_asset_rental_ending,
  'asset.deleted': m.audit_asset_deleted,
  'asset.restored': m.audit_asset_restored,
  'state-change.requested': m.audit_state_change_requested,
  'state-change.accepted': m.audit_state_change_accepted,
  'state-change.denied': m.audit_state_change_denied,
  'state-change.undone': m.audit_state_change_undone,
  'state-change.cancelled': m.audit_state_change_cancelled,
  'state-change.stale': m.audit_state_change_stale,
  'help-request.opened': m.audit_help_request_opened,
  'help-request.continued': m.audit_help_request_continued,
  'help-request.answered': m.audit_help_request_answered,
  'help-request.closed': m.audit_help_request_closed,
  'help-request.reopened': m.audit_help_request_reopened,
  'import.uploaded': m.audit_import_uploaded,
  'import.checked': m.audit_import_checked,
  'import.applied': m.audit_import_applied,
  'import.finished': m.audit_import_finished,
  'import.failed': m.audit_import_failed,
  'import.cancelled': m.audit_import_cancelled,
  'import.undone': m.audit_import_undone,
  'import.forgotten': m.audit_import_forgotten,
  'export.created': m.audit_export_created,
  'export.finished': m.audit_export_finished,
  'export.failed': m.audit_export_failed,
  'export.cancelled': m.audit_export_cancelled,
  'bulk-job.started': m.audit_bulk_job_started,
  'bulk-job.finished': m.audit_bulk_job_finished,
  'bulk-job.failed': m.audit_bulk_job_failed,
  'bulk-job.cancelled': m.audit_bulk_job_cancelled,
}

const named = (names: Record<string, () => string>, code: string) => names[code]?.() ?? code

/** In words; an action that this version does not know stays a code. */
export const actionName = (action: string) => named(actionNames, action)
export const kindName = (kind: string) => named(kindNames, kind)

/** What the ledger keeps of any record, in the order it is shown; what is not named here follows by its code. */
const fields: Record<string, () => string> = {
  rfidTag: m.assets_rfid_tag,
  assetName: m.assets_name,
  name: m.users_name,
  lastname: m.users_lastname,
  email: m.users_email,
  jobTitle: m.users_job_title,
  role: m.users_role,
  status: m.users_status,
  location: m.users_location,
  places: m.users_places,
  permissions: m.roles_permissions,
  kind: m.audit_kind,
  path: m.masters_belongs_to,
  mergedInto: m.audit_field_merged_into,
  moved: m.audit_field_moved,
  assetState: m.assets_state,
  assignedUser: m.assets_assigned_user,
  place: m.assets_place,
  ...detailFactLabels,
  image: m.assets_image,
  deleted: m.audit_field_deleted,
  assetTagId: m.audit_field_asset_tag_id,
  from: m.audit_field_from,
  to: m.audit_field_to,
  reason: m.audit_field_reason,
  note: m.audit_field_note,
  requestedBy: m.audit_field_requested_by,
  rentalEnds: m.audit_field_rental_ends,
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
}
const order = Object.keys(fields)
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

export type Change = { name: string; label: string; before: string | undefined; after: string | undefined }

/** A message of the server is shown in the person's language, in place of its code. */
function translated(facts: AuditEvent['after']): AuditEvent['after'] {
  if (typeof facts?.message !== 'string') return facts
  const { code, params, ...shown } = facts
  const said = { message: facts.message, code: code as MessageCode, params: params as Params }
  return { ...shown, message: messageText(said) }
}

/** Field by field; a side that the ledger did not keep is undefined. */
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
  if (typeof value === 'object') return JSON.stringify(value)
  if (name === 'image') return m.assets_image_present()
  return fieldText(name, String(value))
}
