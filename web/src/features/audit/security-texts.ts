import type { SecurityEntry, SecurityKind } from '@ats/contract/security-feed.ts'
import { m } from '#texts'
import { named } from './audit-texts.ts'

export const securityKindNames: Record<SecurityKind, () => string> = {
  'sign-in-failed': m.security_sign_in_failed,
  'sign-in-throttled': m.security_sign_in_throttled,
  'signed-in': m.security_signed_in,
  'permission-refused': m.security_permission_refused,
  throttled: m.security_throttled,
  'key-refused': m.security_key_refused,
  'password-changed': m.security_password_changed,
  'email-changed': m.security_email_changed,
  'role-changed': m.security_role_changed,
  'places-changed': m.security_places_changed,
  'permissions-changed': m.security_permissions_changed,
  'user-created': m.security_user_created,
  'user-disabled': m.security_user_disabled,
  'user-enabled': m.security_user_enabled,
  'user-deleted': m.security_user_deleted,
  'session-ended-by-administrator': m.security_session_ended,
  'second-factor-reset': m.security_second_factor_reset,
  'key-created': m.security_key_created,
  'key-changed': m.security_key_changed,
  'key-revoked': m.security_key_revoked,
  'mapping-changed': m.security_mapping_changed,
  'directory-unavailable': m.security_directory_unavailable,
}

export const securityKindName = (kind: string) => named(securityKindNames, kind)

const reasons: Record<string, () => string> = {
  wrong: m.security_reason_wrong,
  disabled: m.security_reason_disabled,
  busy: m.security_reason_busy,
  'second-step': m.security_reason_second_step,
  over: m.security_reason_over,
  'not-proven': m.security_reason_not_proven,
  'no-access': m.security_reason_no_access,
  unknown: m.security_reason_unknown_key,
  revoked: m.security_reason_revoked_key,
  expired: m.security_reason_expired_key,
  replaced: m.security_reason_replaced_key,
  address: m.security_reason_address,
}
const shared: Record<string, () => string> = {
  accounts: m.security_many_accounts,
  networks: m.security_many_networks,
}

/** What is known about an entry in a few words: the reason, the request or the role. */
export function securityDetail({ detail }: Pick<SecurityEntry, 'detail'>): string {
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : '')
  const request = text('path') && `${text('method')} ${text('path')}`
  const reason = reasons[text('reason')]?.() ?? ''
  return [reason, request, text('role'), shared[text('many')]?.() ?? ''].filter(Boolean).join(' · ')
}
