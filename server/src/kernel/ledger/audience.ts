import { placeKinds } from '@ats/contract/places.ts'
import { kindNamed, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

type Known = NonNullable<ReturnType<typeof kindNamed>>['within'] | 'none'

/** Which lines of the ledger about a kind of record the actor may know of: in the live stream as in the audit log. */
function knownOf(actor: Actor, name: string): Known {
  const kind = kindNamed(name)
  if (kind === undefined) return 'none'
  const { seenWith, within } = kind
  if (seenWith !== null && !actor.permissions.includes(seenWith)) return 'none'
  const isAdministrator = actor.everywhere && actor.permissions.includes('user-management')
  const seesAll = within === 'place' ? actor.everywhere : within === 'own' && isAdministrator
  return seesAll ? 'all' : within
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
