import type { Permission } from '@ats/contract/permissions.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import type { Id } from './db/db.ts'

/** Who did something, as the ledger needs it. Nobody is signed in on public calls and on the command line. */
export type Who = { id: Id | null; requestId: string }

/** The places a person was given, by their kind. */
export type Scope = Record<PlaceKind, readonly Id[]>

/** A person and what they may do, read anew for every request. */
export type Caller = {
  id: Id
  roleId: Id
  permissions: readonly Permission[]
  everywhere: boolean
  scope: Scope
  /** The cities those places are in. */
  cities: readonly Id[]
  /** Places that the person counts blind at this moment: nothing shows what is registered there. Null for almost everybody. */
  withheld: Scope | null
  requestId: string
}

/**
 * The ways in which somebody acts, each with what it leaves behind. A strategy adds its own in its own file.
 * @public
 */
export interface Proofs {
  /** The program does what a person asked for earlier. */
  job: object
}

/** Whoever calls; `by` tells how they proved who they are. */
export type Actor = { [By in keyof Proofs]: Caller & { by: By } & Proofs[By] }[keyof Proofs]
