import { type PaperKind, type PaperRecord, paperKinds } from '@ats/contract/papers.ts'
import { isAllowed } from '@ats/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { PaperRegistry } from './registry.ts'

const kinds = Object.keys(paperKinds) as PaperKind[]

const maySee = (actor: Actor, kind: PaperKind) => isAllowed(paperKinds[kind].see, actor.permissions)
const mayChange = (actor: Actor, kind: PaperKind) =>
  maySee(actor, kind) && isAllowed(paperKinds[kind].change, actor.permissions)

type Allowed = { sees: boolean; changes: boolean }

/** What the actor may do with the papers of a record that they see; undefined if they do not see the record. */
async function allowedOn(
  db: Db,
  actor: Actor,
  registry: PaperRegistry,
  { kind, recordId }: PaperRecord,
): Promise<Allowed> {
  if (!maySee(actor, kind)) throw new Problem('forbidden')
  const id = sql`${recordId}::uuid`
  const { isSeen, isChangeable } = registry[kind]
  const { rows } = await sql<Allowed>`select coalesce(${isSeen(actor, id)}, false) as sees,
    coalesce(${isSeen(actor, id)} and ${isChangeable(actor, id)}, false) as changes`.execute(db)
  if (rows[0]?.sees !== true) throw new Problem('paper-record-not-found')
  return { sees: true, changes: rows[0].changes && mayChange(actor, kind) }
}

export const mayChangeRecord = async (db: Db, actor: Actor, registry: PaperRegistry, record: PaperRecord) =>
  (await allowedOn(db, actor, registry, record)).changes

export async function mustChangeRecord(db: Db, actor: Actor, registry: PaperRegistry, record: PaperRecord) {
  if (!(await mayChangeRecord(db, actor, registry, record))) throw new Problem('forbidden')
}

/** True for rows of `papers` with a record that passes the test of its kind. */
function hasRecord(test: (kind: PaperKind, id: RawBuilder<unknown>) => RawBuilder<SqlBool> | undefined) {
  const cases = kinds.flatMap((kind) => {
    const passes = test(kind, sql`link.record_id`)
    return passes === undefined ? [] : [sql`when ${sql.lit(kind)} then ${passes}`]
  })
  if (cases.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`exists (select from paper_links as link where link.paper_id = papers.id
    and link.removed_at is null and case link.record_kind ${sql.join(cases, sql` `)} else false end)`
}

/** True for rows of `papers` on at least one record that the actor sees. */
export const isPaperSeen = (actor: Actor, registry: PaperRegistry) =>
  hasRecord((kind, id) => (maySee(actor, kind) ? registry[kind].isSeen(actor, id) : undefined))

/**
 * The ids of all papers that the actor sees, from their records: fast if the actor sees few of many papers.
 * `isPaperSeen` tests one paper after the other, which is fast if the actor sees most of them.
 */
export function seenPaperIds(actor: Actor, registry: PaperRegistry) {
  const ofKinds = kinds
    .filter((kind) => maySee(actor, kind))
    .map(
      (kind) => sql`select link.paper_id from paper_links as link where link.record_kind = ${sql.lit(kind)}
        and link.removed_at is null and ${registry[kind].isSeen(actor, sql`link.record_id`)}`,
    )
  return ofKinds.length === 0 ? sql`select null::uuid` : sql.join(ofKinds, sql` union all `)
}

/** True for rows of `papers` on at least one record that the actor sees and may change. */
export const isPaperChangeable = (actor: Actor, registry: PaperRegistry) =>
  hasRecord((kind, id) =>
    mayChange(actor, kind)
      ? sql<SqlBool>`(${registry[kind].isSeen(actor, id)} and ${registry[kind].isChangeable(actor, id)})`
      : undefined,
  )
