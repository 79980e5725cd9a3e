import { sql } from 'kysely'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { lockContent, removePaperFile } from '#kernel/files/paper-files.ts'
import type { JobHandler } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { scan } from './clamd.ts'
import { factsOf, type PaperRegistry, recordOnRecords, recordsOf } from './papers.ts'

type Waiting = { id: Id; hash: string }

async function waitingPaper(db: Db, id: Id): Promise<Waiting | undefined> {
  const { rows } =
    await sql<Waiting>`select id, hash from papers where id = ${id} and scan = 'waiting'`.execute(db)
  return rows[0]
}

/** Has a new paper scanned. While the scanner is down, the queue repeats it, and the paper stays closed. */
export const scanPaper =
  (services: Services, registry: PaperRegistry): JobHandler =>
  async (id) => {
    const { db, papers, config } = services
    const paper = await waitingPaper(db, id)
    if (paper === undefined) return
    if (config.papers.clamd === undefined)
      throw new Error('CLAMD_URL is not set, but a paper waits for the scanner')
    const file = await papers.open(paper.hash)
    if (file === undefined) throw new Error(`The content of paper ${id} is missing`)
    const verdict = await scan(config.papers.clamd, file.stream)
    if (verdict.isClean)
      await sql`update papers set scan = 'clean' where id = ${id} and scan = 'waiting'`.execute(db)
    else await deleteInfected(services, registry, paper, verdict.signature)
  }

type Infected = { id: Id; name: string; hash: string; thumbnail: string | null; uploadedBy: Id }

/** Every paper with this content is removed from its records, and its uploader is notified. */
async function deleteInfected(
  services: Services,
  registry: PaperRegistry,
  { id, hash }: Waiting,
  signature: string,
) {
  const requestId = `scan ${id}`
  const gone = await inTransaction(services.db, async (tx) => {
    await lockContent(tx, hash)
    const { rows } = await sql<Infected>`update papers set scan = 'infected', deleted_at = now()
      where hash = ${hash} and deleted_at is null
      returning id, name, hash, thumbnail, uploaded_by as "uploadedBy"`.execute(tx)
    for (const paper of rows) {
      const about = { before: factsOf(paper), after: { signature } }
      await recordOnRecords(tx, { id: null, requestId }, registry, await recordsOf(tx, paper.id), [
        'infected',
        about,
      ])
      await sql`update paper_links set removed_at = now() where paper_id = ${paper.id} and removed_at is null`.execute(
        tx,
      )
      const who = { id: paper.uploadedBy, requestId }
      await record(tx, who, { action: 'paper.infected', kind: 'paper', id: paper.id, name: paper.name })
    }
    return rows
  })
  for (const name of new Set(gone.flatMap((paper) => [paper.hash, paper.thumbnail ?? paper.hash])))
    await removePaperFile(services, name)
}

/** Papers that still wait after the queue gave up, or after a restore without its jobs. */
export async function scanAgain({ db, jobs }: Services) {
  const { rows } = await sql<{ id: Id }>`select id from papers
    where scan = 'waiting' and uploaded_at < now() - interval '1 hour' order by uploaded_at limit 1000`.execute(
    db,
  )
  if (rows.length === 0) return
  const known = await jobs.enqueued('paper-scans')
  await jobs.enqueueAll(
    db,
    'paper-scans',
    rows.map(({ id }) => id).filter((id) => !known.has(id)),
  )
}
