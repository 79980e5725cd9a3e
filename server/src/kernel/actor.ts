import type { Permission } from '@ats/contract/permissions.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Id } from './db.ts'

/** Who did something, as the ledger needs it. Nobody is signed in on public calls and on the command line. */
export type Who = { id: Id | null; requestId: string }

/** The signed-in person, read anew for every request. */
export type Actor = {
  id: Id
  sessionId: Id
  roleId: Id
  permissions: readonly Permission[]
  everywhere: boolean
  /** The home city and every other place given. */
  places: readonly Id[]
  requestId: string
}

/** True for rows whose place the actor was given. Every list, count, file and lookup asks this. */
export function withinScope(actor: Actor, place: Expression<string>): Expression<SqlBool> {
  return actor.everywhere ? sql<SqlBool>`true` : sql<SqlBool>`${place} = any(${actor.places}::uuid[])`
}
