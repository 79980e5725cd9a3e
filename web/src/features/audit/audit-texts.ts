import type { FlatKind } from '@ats/contract/masters.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { shopActionNames, shopKindNames } from '#features/shop/shop.ts'
import { assetActionTexts } from '#kernel/words/asset-lines.ts'
import { ofFlatMasters } from '#kernel/words/master-texts.ts'
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
  inventory: m.audit_kind_inventory,
  'unknown-tag': m.audit_kind_unknown_tag,
  reader: m.audit_kind_reader,
  import: m.audit_kind_import,
  export: m.audit_kind_export,
  'saved-view': m.audit_kind_saved_view,
  'bulk-job': m.audit_kind_bulk_job,
  ...shopKindNames,
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
  ...assetActionTexts('inLog'),
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
  'inventory.planned': m.audit_inventory_planned,
  'inventory.changed': m.audit_inventory_changed,
  'inventory.started': m.audit_inventory_started,
  'inventory.counted': m.audit_inventory_counted,
  'inventory.due-soon': m.audit_inventory_due_soon,
  'inventory.overdue': m.audit_inventory_overdue,
  'inventory.reviewed': m.audit_inventory_reviewed,
  'inventory.recounted': m.audit_inventory_recounted,
  'inventory.approved': m.audit_inventory_approved,
  'inventory.cancelled': m.audit_inventory_cancelled,
  'inventory.read-late': m.audit_inventory_read_late,
  'inventory.late-included': m.audit_inventory_late_included,
  'inventory.late-left-out': m.audit_inventory_late_left_out,
  'unknown-tag.ignored': m.audit_unknown_tag_ignored,
  'unknown-tag.taken-up': m.audit_unknown_tag_taken_up,
  'reader.added': m.audit_reader_added,
  'reader.changed': m.audit_reader_changed,
  'reader.read-points-changed': m.audit_reader_read_points_changed,
  'reader.credentials-made': m.audit_reader_credentials_made,
  'reader.credentials-revoked': m.audit_reader_credentials_revoked,
  'reader.removed': m.audit_reader_removed,
  'reader.replayed': m.audit_reader_replayed,
  'reader.discarded': m.audit_reader_discarded,
  'reader.silent': m.audit_reader_silent,
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
  'saved-view.created': m.audit_saved_view_created,
  'saved-view.changed': m.audit_saved_view_changed,
  'saved-view.deleted': m.audit_saved_view_deleted,
  'saved-view.mailed': m.audit_saved_view_mailed,
  'bulk-job.started': m.audit_bulk_job_started,
  'bulk-job.finished': m.audit_bulk_job_finished,
  'bulk-job.failed': m.audit_bulk_job_failed,
  'bulk-job.cancelled': m.audit_bulk_job_cancelled,
  ...shopActionNames,
}

/** The translated name, or the code if this version does not know it. */
export const named = (names: Record<string, () => string>, code: string) => names[code]?.() ?? code

/** The translated name; an unknown action of a newer version keeps its code. */
export const actionName = (action: string) => named(actionNames, action)
export const kindName = (kind: string) => named(kindNames, kind)
