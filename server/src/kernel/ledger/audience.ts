import { kindNamed, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { isAmong, isPersonAmong, type Person } from '#kernel/scope.ts'

type Known = NonNullable<ReturnType<typeof kindNamed>>['within'] | 'none'

/** Which ledger entries about a kind of record the actor may see: in the live stream and in the audit log. */
function knownOf(actor: Actor, name: string): Known {
  const kind = kindNamed(name)
  if (kind === undefined) return 'none'
  const { seenWith, within } = kind
  if (seenWith !== null && ![seenWith].flat().some((one) => actor.permissions.includes(one))) return 'none'
  const isAdministrator = actor.everywhere && actor.permissions.includes('user-management')
  const seesAll = within === 'own' ? isAdministrator : actor.everywhere
  return seesAll ? 'all' : within
}

/** The kinds of records, by how much of them the actor may see. */
export const kindsKnownTo = (actor: Actor, known: Known): RecordKind[] =>
  recordKinds.filter((kind) => knownOf(actor, kind) === known)

type Line = {
  kind: string
  record: Id
  actorId: Id | null
  /** The place of the entry, the place that a record left, and all places above those. */
  path: readonly Id[]
  /** The person that the entry is about; deleted accounts are kept. */
  person: Person | null
}

/** Whether the actor may see one entry; people always see entries about their own account or role. */
export function mayKnow(actor: Actor, { kind, record, actorId, path, person }: Line): boolean {
  if (record === actor.id || record === actor.roleId) return true
  if (isWithheld(actor, kind, path)) return false
  const known = knownOf(actor, kind)
  if (known === 'own') return actorId === actor.id
  if (known === 'place') return isAmong(actor.scope, path)
  if (known === 'person')
    return isAmong(actor.scope, path) || (person !== null && isPersonAmong(actor.scope, person))
  return known === 'all'
}

/** The kinds of records whose entries reveal what is registered in a place. */
export const kindsOfAssets: RecordKind[] = recordKinds.filter((kind) => kindNamed(kind)?.tellsOfAssets)

const isWithheld = ({ withheld }: Actor, kind: string, path: readonly Id[]) =>
  withheld !== null && kindNamed(kind)?.tellsOfAssets === true && isAmong(withheld, path)
