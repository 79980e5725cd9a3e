import { mostPapers, type PaperKind, type PaperRecord } from '@ats/contract/papers.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { type Event, recordAll } from '#kernel/ledger/events.ts'
import { promisedType } from './file-type.ts'
import { paperById } from './queries.ts'
import type { PaperRecords, PaperRegistry } from './registry.ts'
import { isPaperChangeable, isPaperSeen, mustChangeRecord } from './rights.ts'

/** What other slices declare. */
export type { PaperRecords, PaperRegistry }

/** The papers of a record that is merged into another move with it. */
export async function movePapers(tx: Db, kind: PaperKind, from: Id, into: Id) {
  await sql`update paper_links as link set record_id = ${into}
    where record_kind = ${kind} and record_id = ${from} and removed_at is null
      and not exists (select from paper_links as other
        where other.paper_id = link.paper_id and other.record_kind = ${kind} and other.record_id = ${into})`.execute(
    tx,
  )
}

type Step = 'added' | 'removed' | 'renamed' | 'infected'
type About = { before?: object; after?: object }

/** Writes an entry about a paper for each of these records. */
export async function recordOnRecords(
  tx: Db,
  who: Who,
  registry: PaperRegistry,
  records: readonly PaperRecord[],
  [step, about]: [Step, About],
) {
  const events: Event[] = []
  for (const [kind, some] of Map.groupBy(records, (record) => record.kind)) {
    const { rows } = await registry[kind].lines(some.map(({ recordId }) => recordId)).execute(tx)
    for (const { id, place, readableId, name } of rows) {
      const line = { id, place, name, ...(readableId !== null && { readableId }) }
      events.push({ action: `${kind}.paper-${step}`, kind, ...line, ...about })
    }
  }
  await recordAll(tx, who, events)
}

type PaperRow = { id: Id; name: string; type: string; hash: string }

export const factsOf = ({ name, hash }: Pick<PaperRow, 'name' | 'hash'>) => ({ paper: name, sha256: hash })

/** The locked paper, so that nobody removes it from its last record in the meantime. */
async function paperForUpdate(tx: Db, id: Id, test: RawBuilder<SqlBool>): Promise<PaperRow> {
  await sql`select from papers where id = ${id} for update`.execute(tx)
  const { rows } = await sql<PaperRow>`select id, name, type, hash from papers
    where id = ${id} and deleted_at is null and ${test}`.execute(tx)
  return found(rows[0], 'paper-not-found')
}

/** Links of a paper, or of a record. */
async function mustHaveRoom(tx: Db, paperId: Id, { kind, recordId }: PaperRecord) {
  const { rows } = await sql<{ most: number }>`select greatest(
      (select count(*) from paper_links where record_kind = ${kind} and record_id = ${recordId} and removed_at is null),
      (select count(*) from paper_links where paper_id = ${paperId} and removed_at is null)) as most`.execute(
    tx,
  )
  if ((rows[0]?.most ?? 0) >= mostPapers) throw new Problem('papers-too-many', { count: mostPapers })
}

/** Adds a link, and returns whether it is new. A removed one comes back as it was. */
export async function link(tx: Db, actor: Actor, paperId: Id, record: PaperRecord): Promise<boolean> {
  await mustHaveRoom(tx, paperId, record)
  const { rows } = await sql`insert into paper_links (paper_id, record_kind, record_id, attached_by)
    values (${paperId}, ${record.kind}, ${record.recordId}, ${actor.id})
    on conflict (paper_id, record_kind, record_id) do update set removed_at = null, removed_by = null
      where paper_links.removed_at is not null
    returning paper_id`.execute(tx)
  return rows.length > 0
}

/** A person who removed a paper from this record within the last day may undo it, even if it was its last record. */
const wasRemovedBy = (actor: Actor, { kind, recordId }: PaperRecord) => sql<SqlBool>`exists (
  select from paper_links where paper_links.paper_id = papers.id and record_kind = ${kind}
    and record_id = ${recordId} and removed_by = ${actor.id} and removed_at > now() - interval '1 day')`

export async function attachPaper(
  tx: Db,
  actor: Actor,
  registry: PaperRegistry,
  { id, ...record }: PaperRecord & { id: Id },
) {
  await mustChangeRecord(tx, actor, registry, record)
  const test = sql<SqlBool>`(${isPaperSeen(actor, registry)} or ${wasRemovedBy(actor, record)})`
  const paper = await paperForUpdate(tx, id, test)
  if (await link(tx, actor, id, record))
    await recordOnRecords(tx, actor, registry, [record], ['added', { after: factsOf(paper) }])
  return paperById(tx, id)
}

export async function detachPaper(
  tx: Db,
  actor: Actor,
  registry: PaperRegistry,
  { id, ...record }: PaperRecord & { id: Id },
) {
  await mustChangeRecord(tx, actor, registry, record)
  const paper = await paperForUpdate(tx, id, sql`true`)
  const { rows } = await sql`update paper_links set removed_at = now(), removed_by = ${actor.id}
    where paper_id = ${id} and record_kind = ${record.kind} and record_id = ${record.recordId} and removed_at is null
    returning paper_id`.execute(tx)
  if (rows.length === 0) throw new Problem('paper-not-found')
  await recordOnRecords(tx, actor, registry, [record], ['removed', { before: factsOf(paper) }])
}

/** The records of a paper now. */
export const recordsOf = async (db: Db, paperId: Id): Promise<PaperRecord[]> => {
  const { rows } = await sql<PaperRecord>`select record_kind as kind, record_id as "recordId" from paper_links
    where paper_id = ${paperId} and removed_at is null order by record_kind, record_id`.execute(db)
  return rows
}

/** Every record of a paper has the same name for it. */
export async function renamePaper(
  tx: Db,
  actor: Actor,
  registry: PaperRegistry,
  { id, name }: { id: Id; name: string },
) {
  const paper = await paperForUpdate(tx, id, isPaperSeen(actor, registry))
  await paperForUpdate(tx, id, isPaperChangeable(actor, registry)).catch(() => {
    throw new Problem('forbidden')
  })
  if (promisedType(name) !== paper.type)
    throw invalid('name', 'paper-ending-fixed', { ending: paper.name.slice(paper.name.lastIndexOf('.')) })
  if (name === paper.name) return paperById(tx, id)
  await tx.updateTable('papers').set({ name }).where('id', '=', id).execute()
  const about = { before: { paper: paper.name }, after: factsOf({ ...paper, name }) }
  await recordOnRecords(tx, actor, registry, await recordsOf(tx, id), ['renamed', about])
  return paperById(tx, id)
}
