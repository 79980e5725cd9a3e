import type { Permission } from '@ats/contract/permissions.ts'
import { placeKinds } from '@ats/contract/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { LedgerLine } from './queries.ts'

/** Who may know that something happened to a record of a kind: those with the permission, and within reach. */
type Audience = {
  permission?: Permission
  /** `place`: whoever was given its place. `own`: whoever did it. */
  reach: 'place' | 'own' | 'all'
}

const audiences: Record<string, Audience> = {
  asset: { permission: 'manage-asset', reach: 'place' },
  'state-change': { permission: 'manage-asset', reach: 'place' },
  place: { reach: 'place' },
  'asset-name': { reach: 'all' },
  'asset-state': { reach: 'all' },
  vendor: { reach: 'all' },
  brand: { reach: 'all' },
  user: { permission: 'user-management', reach: 'place' },
  role: { permission: 'user-management', reach: 'all' },
  'access-request': { permission: 'user-management', reach: 'all' },
  import: { reach: 'own' },
  export: { reach: 'own' },
  'bulk-job': { reach: 'own' },
}

export function mayKnow(actor: Actor, line: LedgerLine): boolean {
  const isAboutThem = line.record === actor.id || line.record === actor.roleId
  if (isAboutThem) return true
  const audience = audiences[line.kind]
  if (audience === undefined) return false
  if (audience.permission !== undefined && !actor.permissions.includes(audience.permission)) return false
  if (audience.reach === 'all') return true
  if (audience.reach === 'own') return line.actorId === actor.id
  return actor.everywhere || placeKinds.some((kind) => line.path.some((id) => actor.scope[kind].includes(id)))
}
