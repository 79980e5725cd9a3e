import type { Duty } from '@ats/contract/duties.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import type { Id } from './db/db.ts'

/** The person or program who acted, for the ledger. Null for public requests and the command line. */
export type Who = { id: Id | null; requestId: string }

/** A person's places, by kind. */
export type Scope = Record<PlaceKind, readonly Id[]>

/** A person or a program and their rights, read again for every request. */
export type Caller = {
  id: Id
  /** Null for a program, which has permissions of its own. */
  roleId: Id | null
  permissions: readonly Permission[]
  everywhere: boolean
  scope: Scope
  /** The cities those places are in. */
  cities: readonly Id[]
  /** Places that the person counts blind now, whose assets are hidden. Null for almost everybody. */
  withheld: Scope | null
  /** What the person has to do before anything else. Null for almost everybody. */
  mustFirst: Duty | null
  requestId: string
}

/** The ways to act on behalf of a person, each with its own data. A strategy adds its own in its own file. @public */
export interface Proofs {
  /** A job acts for the person who started it. */
  job: object
}

/** The caller; `by` says how they authenticated. */
export type Actor = { [By in keyof Proofs]: Caller & { by: By } & Proofs[By] }[keyof Proofs]
