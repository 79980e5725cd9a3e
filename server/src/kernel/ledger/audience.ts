import { placeKinds } from '@ats/contract/places.ts'
import { kindNamed, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import type { Actor, Scope } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

type Known = NonNullable<ReturnType<typeof kindNamed>>['within'] | 'none'

/** Which lines of the ledger about a kind of record the actor may know of: in the live stream as in the audit log. */
function knownOf(actor: Actor, name: string): Known {
  const kind = kindNamed(name)
  if (kind === undefined) return 'none'
  const { seenWith, within } = kind
  if (seenWith !== null && ![seenWith].flat().some((one) => actor.permissions.includes(one))) return 'none'
  const isAdministrator = actor.everywhere && actor.permissions.includes('user-management')
  const seesAll = within === 'own' ? isAdministrator : actor.everywhere
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
  /** Of the person that it is about, whose account is kept when it is deleted. */
  person: Person | null
}

/** Where a person lives, and the ways to the places they were given. */
export type Person = { cityId: Id; places: readonly (readonly Id[])[] }

/** True for one line; what happens to a person's own account or role they may always know. */
export function mayKnow(actor: Actor, { kind, record, actorId, path, person }: Line): boolean {
  if (record === actor.id || record === actor.roleId) return true
  if (isWithheld(actor, kind, path)) return false
  const known = knownOf(actor, kind)
  if (known === 'own') return actorId === actor.id
  if (known === 'place') return isInScope(actor, path)
  if (known === 'person') return isInScope(actor, path) || (person !== null && isPersonInScope(actor, person))
  return known === 'all'
}

const isAmong = (scope: Scope, path: readonly Id[]) =>
  placeKinds.some((one) => path.some((id) => scope[one].includes(id)))
const isInScope = ({ scope }: Actor, path: readonly Id[]) => isAmong(scope, path)

/** The kinds of records whose lines tell what is registered in a place. */
export const kindsOfAssets: RecordKind[] = recordKinds.filter((kind) => kindNamed(kind)?.tellsOfAssets)

const isWithheld = ({ withheld }: Actor, kind: string, path: readonly Id[]) =>
  withheld !== null && kindNamed(kind)?.tellsOfAssets === true && isAmong(withheld, path)

/** As `personInScope` says it of rows. */
const isPersonInScope = (actor: Actor, { cityId, places }: Person) =>
  actor.scope.city.includes(cityId) || (places.length > 0 && places.every((path) => isInScope(actor, path)))
