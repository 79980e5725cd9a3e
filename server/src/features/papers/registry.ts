import type { PaperKind } from '@ats/contract/papers.ts'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

/** How a slice shows its records to papers. The permissions are in `paperKinds` of the contract. */
export type PaperRecords = {
  /** True if the record with this id exists and the actor sees it. */
  isSeen: (actor: Actor, id: RawBuilder<unknown>) => RawBuilder<SqlBool>
  /** True if the actor may also add papers to it and remove them. */
  isChangeable: (actor: Actor, id: RawBuilder<unknown>) => RawBuilder<SqlBool>
  /**
   * What a ledger entry says of records: selects `id`, `place`, "readableId" and `name`. It locks them against
   * deletion.
   */
  lines: (ids: readonly Id[]) => RawBuilder<RecordLine>
}
type RecordLine = { id: Id; place: Id | null; readableId: string | null; name: string }

/** All kinds of records with papers. */
export type PaperRegistry = Record<PaperKind, PaperRecords>
