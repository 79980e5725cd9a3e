import { mostPapers, type Paper, type PaperRecord, type PaperType } from '@ats/contract/papers.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { found } from '#kernel/http/problem.ts'
import type { PaperRegistry } from './registry.ts'
import { isPaperSeen, mayChangeRecord, seenPaperIds } from './rights.ts'

const columns = sql`papers.id as _id, papers.name, papers.type, papers.size, papers.hash as sha256, papers.scan,
  papers.thumbnail is not null as "hasThumbnail", ${fullNameOf('papers.uploaded_by')} as "uploadedBy",
  papers.uploaded_at as "uploadedAt"`

export async function paperById(db: Db, id: Id): Promise<Paper> {
  const { rows } =
    await sql<Paper>`select ${columns} from papers where id = ${id} and deleted_at is null`.execute(db)
  return found(rows[0], 'paper-not-found')
}

export async function papersOf(db: Db, actor: Actor, registry: PaperRegistry, record: PaperRecord) {
  const mayChange = await mayChangeRecord(db, actor, registry, record)
  const { rows } = await sql<Paper>`select ${columns} from paper_links as link
    join papers on papers.id = link.paper_id
    where link.record_kind = ${record.kind} and link.record_id = ${record.recordId} and link.removed_at is null
      and papers.deleted_at is null
    order by link.attached_at desc, papers.id desc limit ${sql.lit(mostPapers)}`.execute(db)
  return { papers: rows, mayChange }
}

const mostFound = 20
/** So many are tested one by one. A person who sees too few of them sees few papers in all. */
const mostTested = 2000

export async function findPapers(db: Db, actor: Actor, registry: PaperRegistry, search: string) {
  const free = sql.raw(unprepared)
  const isNamed = search === '' ? sql`true` : containsWords(sql`papers.name`, search)
  const newest = sql`order by papers.uploaded_at desc, papers.id desc`
  const { rows: recent } = await sql<Paper>`${free} select ${columns} from (
      select id, name, type, size, hash, scan, thumbnail, uploaded_by, uploaded_at from papers
      where papers.deleted_at is null and ${isNamed} ${newest} limit ${sql.lit(mostTested)}) as papers
    where ${isPaperSeen(actor, registry)} ${newest} limit ${sql.lit(mostFound)}`.execute(db)
  if (recent.length === mostFound) return recent
  const { rows: more } = await sql`${free} select from papers where papers.deleted_at is null and ${isNamed}
    ${newest} limit 1 offset ${sql.lit(mostTested)}`.execute(db)
  if (more.length === 0) return recent
  const { rows } = await sql<Paper>`${free} select ${columns} from papers
    where papers.deleted_at is null and ${isNamed} and papers.id in (${seenPaperIds(actor, registry)})
    ${newest} limit ${sql.lit(mostFound)}`.execute(db)
  return rows
}

export type StoredPaper = Pick<Paper, 'name' | 'scan' | 'size'> & {
  type: PaperType
  hash: string
  thumbnail: string | null
}

/** A paper to open, if the actor sees one of its records. */
export async function storedPaper(
  db: Db,
  actor: Actor,
  registry: PaperRegistry,
  id: Id,
): Promise<StoredPaper> {
  const { rows } = await sql<StoredPaper>`select name, scan, size, type, hash, thumbnail from papers
    where id = ${id} and deleted_at is null and ${isPaperSeen(actor, registry)}`.execute(db)
  return found(rows[0], 'paper-not-found')
}
