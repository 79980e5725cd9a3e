import { type RecordKind, recordKinds } from '@ats/contract/audit.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { placeKinds } from '@ats/contract/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

/** Who may know of what happens to records of a kind: those with the permission, as far as the scope goes. */
type Audience = {
  permission?: Permission
  /** `place`: who sees the place it happened in. `own`: who did it, and administrators. `all`: everyone. */
  scope: 'place' | 'own' | 'all'
}

/** Read by the live stream and by the audit log, so that neither tells what the other does not. */
const audiences: Record<RecordKind, Audience> = {
  asset: { permission: 'manage-asset', scope: 'place' },
  'state-change': { permission: 'manage-asset', scope: 'place' },
  place: { scope: 'place' },
  'asset-name': { scope: 'all' },
  'asset-state': { scope: 'all' },
  vendor: { scope: 'all' },
  brand: { scope: 'all' },
  user: { permission: 'user-management', scope: 'place' },
  role: { permission: 'user-management', scope: 'all' },
  'access-request': { permission: 'user-management', scope: 'all' },
  import: { scope: 'own' },
  export: { scope: 'own' },
  'bulk-job': { scope: 'own' },
}

type Known = Audience['scope'] | 'none'

/** Which lines of the ledger about a kind of record the actor may know of. */
function knownOf(actor: Actor, kind: string): Known {
  const audience: Audience | undefined = audiences[kind as RecordKind]
  if (audience === undefined) return 'none'
  const { permission, scope } = audience
  if (permission !== undefined && !actor.permissions.includes(permission)) return 'none'
  const isAdministrator = actor.everywhere && actor.permissions.includes('user-management')
  const seesAll = scope === 'place' ? actor.everywhere : scope === 'own' && isAdministrator
  return seesAll ? 'all' : scope
}

/** The kinds of records, by how much of them the actor may know. */
export const kindsKnownTo = (actor: Actor, known: Known): RecordKind[] =>
  recordKinds.filter((kind) => knownOf(actor, kind) === known)

type Line = {
  kind: string
  record: Id
  actorId: Id | null
  /** The place it happened in, the place a record left with it, and all above those. */
  path: readonly Id[]
}

/** True for one line; what happens to a person's own account or role they may always know. */
export function mayKnow(actor: Actor, { kind, record, actorId, path }: Line): boolean {
  if (record === actor.id || record === actor.roleId) return true
  const known = knownOf(actor, kind)
  if (known === 'own') return actorId === actor.id
  if (known === 'place') return placeKinds.some((one) => path.some((id) => actor.scope[one].includes(id)))
  return known === 'all'
}
