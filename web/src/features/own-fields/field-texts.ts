import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType } from '@ats/contract/own-fields/types.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { m } from '#texts'
import type { JobStatus } from '#ui/jobs/job-list.tsx'

export const typeTexts: Record<OwnFieldType, () => string> = {
  text: m.own_fields_type_text,
  number: m.own_fields_type_number,
  money: m.own_fields_type_money,
  day: m.own_fields_type_day,
  'yes-no': m.own_fields_type_yes_no,
  choice: m.own_fields_type_choice,
  link: m.own_fields_type_link,
  person: m.own_fields_type_person,
  place: m.own_fields_type_place,
}

const permissionTexts: Record<Permission, () => string> = {
  'user-management': m.roles_permission_user_management,
  master: m.roles_permission_master,
  'manage-asset': m.roles_permission_manage_asset,
  reports: m.roles_permission_reports,
}

export const seenText = (seenWith: OwnField['seenWith']) =>
  seenWith === null
    ? m.own_fields_seen_by_all()
    : m.own_fields_seen_with({ permission: permissionTexts[seenWith]() })

export const indexStates: Record<OwnField['indexState'], JobStatus | null> = {
  none: null,
  building: { text: m.own_fields_index_building, color: 'blue' },
  ready: { text: m.own_fields_index_ready, color: 'teal' },
  failed: { text: m.own_fields_index_failed, color: 'red' },
}

export const typeAndUnit = ({ type, unit }: Pick<OwnField, 'type' | 'unit'>) =>
  unit === null ? typeTexts[type]() : `${typeTexts[type]()} (${unit})`
