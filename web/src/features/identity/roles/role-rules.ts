import type { Role } from '@ats/contract/identity/roles.ts'
import type { Me } from '@ats/contract/identity/sessions.ts'
import { m } from '#texts'

type Person = Pick<Me, 'everywhere' | 'role'>

/** Why the person may not add or change any role; undefined if they may. The server applies the same rule. */
export const whyNoRoles = (person: Person | undefined) =>
  person?.everywhere === true ? undefined : m.roles_need_everywhere()

/** Why the person may not change this role, in the server's words; undefined if they may. */
export function whyFixed(person: Person | undefined, role: Role): string | undefined {
  const reason = whyNoRoles(person)
  if (reason !== undefined) return reason
  if (role.name.toLowerCase() === person?.role) return m.roles_own()
  return role.mayGrant ? undefined : m.users_too_much()
}
