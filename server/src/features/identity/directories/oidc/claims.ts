import type { OidcSettings } from '@ats/contract/identity/directory-settings.ts'
import type { Identity } from '#features/identity/directories/identity.ts'
import type { Id } from '#kernel/db/db.ts'

export type Claims = Record<string, unknown>

const mostGroups = 2000
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A claim by its name, or by names joined by dots; names of some providers contain dots themselves. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((value, name) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isInside ? (value as Claims)[name] : undefined
  }, claims)
}

/** A single text is one group; anything else that is no text is none. */
function groupsOf(claims: Claims, path: string): string[] {
  const value = claimAt(claims, path)
  const groups: unknown[] = Array.isArray(value) ? value : [value]
  return groups
    .filter((group) => typeof group === 'string' && group !== '' && !group.includes('\0'))
    .slice(0, mostGroups) as string[]
}

const isVerified = ({ email_verified: verified }: Claims, { trustEmails }: OidcSettings) =>
  verified === true || verified === 'true' || (trustEmails && verified === undefined)

/** The person that a provider's verified claims describe. */
export function identityOf(directoryId: Id, settings: OidcSettings, claims: Claims): Identity {
  const whole = text(claims.name)
  return {
    directoryId,
    subject: text(claims.sub),
    email: text(claims.email),
    emailVerified: isVerified(claims, settings),
    name: text(claims.given_name) || whole,
    lastname: text(claims.given_name) === '' ? '' : text(claims.family_name),
    groups: groupsOf(claims, settings.groupsClaim),
  }
}
