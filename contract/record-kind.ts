import type { Permission } from './permissions.ts'

/** The declaration of a record kind. Its texts are in the message catalogues of the web, typed by kind. */
export type Kind = {
  table: string
  /** The column that holds the name people know a record by. */
  name: string
  /** Actions that the ledger records for this kind: `changed` of an `asset` is `asset.changed`. */
  actions: readonly string[]
  /** The permissions that let a person see its entries, in the audit log and live; null: anyone signed in. */
  seenWith: Permission | readonly Permission[] | null
  /**
   * The scope of those entries. `place`: people who see the place of the entry. `person`: people who see that
   * place or the person it is about. `own`: the person who did it, and administrators. `all`: everybody.
   */
  within: 'place' | 'person' | 'own' | 'all'
  /**
   * Its entries reveal which assets are registered in a place, so they are hidden from a person who counts
   * that place blind.
   */
  tellsOfAssets?: true
  /** The export lists that hold records of this kind. */
  exports: readonly string[]
  /** The screen that shows one record to people who may open it. */
  screen: Screen | null
}

type Screen = {
  path: `/dashboard/${string}`
  /** The query parameter that holds the id if the path does not: it opens a panel over any screen. */
  search?: 'asset' | 'request'
  /** The screen shows deleted records too. */
  showsDeleted?: true
}

export const kind = <const K extends Kind>(declared: K): K => declared
