import { createHash } from 'node:crypto'
import { mostChunkBytes, type newPaper, type PaperRecord, type PaperUpload } from '@ats/contract/papers.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { lockContent } from '#kernel/files/paper-files.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { semaphore } from '#kernel/jobs/semaphore.ts'
import type { Services } from '#kernel/services.ts'
import { checkContent, promisedType } from './file-type.ts'
import { factsOf, link, type PaperRegistry, recordOnRecords } from './papers.ts'
import { paperById } from './queries.ts'
import { mustHaveRoom } from './quota.ts'
import { mustChangeRecord } from './rights.ts'

type UploadRow = PaperRecord & {
  id: Id
  name: string
  size: number
  received: number
  paperId: Id | null
  expiresAt: string
}

/** The actor's own upload, if it has not ended. */
async function uploadOf(db: Db, actor: Actor, id: Id, lock?: 'update'): Promise<UploadRow> {
  const { rows } =
    await sql<UploadRow>`select id, record_kind as kind, record_id as "recordId", name, size, received,
      paper_id as "paperId", expires_at as "expiresAt"
    from paper_uploads where id = ${id} and user_id = ${actor.id} and expires_at > now()
    ${lock === 'update' ? sql`for update` : sql``}`.execute(db)
  return found(rows[0], 'paper-upload-not-found')
}

const shown = ({ id, received, size, expiresAt }: UploadRow): PaperUpload => ({
  _id: id,
  received,
  size,
  expiresAt,
})

export const paperUploadById = async (db: Db, actor: Actor, id: Id) => shown(await uploadOf(db, actor, id))

export async function beginUpload(
  tx: Db,
  { config }: Services,
  actor: Actor,
  registry: PaperRegistry,
  { name, size, ...record }: z.output<typeof newPaper>,
) {
  promisedType(name)
  await mustChangeRecord(tx, actor, registry, record)
  await mustHaveRoom(tx, config.papers, actor.id, size)
  const { rows } = await sql<{
    id: Id
  }>`insert into paper_uploads (user_id, record_kind, record_id, name, size)
    values (${actor.id}, ${record.kind}, ${record.recordId}, ${name}, ${size}) returning id`.execute(tx)
  return paperUploadById(tx, actor, rows[0]?.id ?? '')
}

async function readChunk(stream: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > mostChunkBytes) throw new Problem('paper-chunk-too-large', { maximum: mostChunkBytes })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

type Chunk = { id: Id; start: number }

/** A chunk counts once: the same one sent again has no effect, and any other must follow the last one. */
export async function takeChunk(
  { db, papers }: Services,
  actor: Actor,
  { id, start }: Chunk,
  stream: AsyncIterable<Uint8Array>,
): Promise<PaperUpload> {
  await uploadOf(db, actor, id)
  const bytes = await readChunk(stream)
  const upload = await uploadOf(db, actor, id)
  if (start < upload.received && (await isKnownChunk(db, upload, start, bytes.length))) return shown(upload)
  mustFollow(upload, start, bytes.length)
  const file = await papers.put(bytes, 'bin')
  return inTransaction(db, async (tx) => {
    const now = await uploadOf(tx, actor, id, 'update')
    if (start < now.received && (await isKnownChunk(tx, now, start, bytes.length))) return shown(now)
    mustFollow(now, start, bytes.length)
    await tx.insertInto('paper_chunks').values({ upload_id: id, start, size: bytes.length, file }).execute()
    const received = start + bytes.length
    await tx.updateTable('paper_uploads').set({ received }).where('id', '=', id).execute()
    return shown({ ...now, received })
  })
}

/** The chunks of a complete upload are gone. */
async function isKnownChunk(db: Db, { id, paperId }: UploadRow, start: number, size: number) {
  if (paperId !== null) return true
  const { rows } = await sql`select from paper_chunks
    where upload_id = ${id} and start = ${start} and size = ${size}`.execute(db)
  return rows.length > 0
}

function mustFollow({ received, size }: UploadRow, start: number, length: number) {
  if (start !== received || length === 0 || start + length > size)
    throw new Problem('paper-chunk-wrong', { received })
}

/** Files in memory at the same time. */
const atOnce = semaphore(2, 50)

async function assembled({ db, papers }: Services, { id, size }: UploadRow): Promise<Buffer> {
  const { rows } = await sql<{ file: string }>`select file from paper_chunks
    where upload_id = ${id} order by start`.execute(db)
  const parts: Buffer[] = []
  for (const { file } of rows) parts.push(found(await papers.get(file), 'paper-upload-not-found'))
  const whole = Buffer.concat(parts)
  return found(whole.length === size ? whole : undefined, 'paper-upload-not-found')
}

/** Checks the whole file, stores it and attaches it, all at once; before that nobody sees anything of it. */
export async function completeUpload(
  services: Services,
  actor: Actor,
  registry: PaperRegistry,
  { id, sha256: expected }: { id: Id; sha256?: string | undefined },
) {
  const { db } = services
  const upload = await uploadOf(db, actor, id)
  if (upload.paperId !== null) return paperById(db, upload.paperId)
  const { received, size } = upload
  if (received < size) throw new Problem('paper-incomplete', { received, size })
  await mustChangeRecord(db, actor, registry, upload)
  return atOnce(async () => {
    const bytes = await assembled(services, upload)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (expected !== undefined && expected !== sha256) throw new Problem('paper-hash-differs')
    const small = await checkContent(bytes, promisedType(upload.name))
    const thumbnail = small === undefined ? null : await services.papers.put(small, 'webp')
    return keepPaper(services, actor, registry, upload, { bytes, sha256, thumbnail })
  })
}

type Content = { bytes: Buffer; sha256: string; thumbnail: string | null }

async function keepPaper(
  services: Services,
  actor: Actor,
  registry: PaperRegistry,
  { id }: UploadRow,
  { bytes, sha256, thumbnail }: Content,
) {
  const { db, papers, jobs, config } = services
  const { paper, files } = await inTransaction(db, async (tx) => {
    const { kind, recordId, name, size, paperId } = await uploadOf(tx, actor, id, 'update')
    if (paperId !== null) return { paper: await paperById(tx, paperId), files: [] }
    const record = { kind, recordId }
    await mustChangeRecord(tx, actor, registry, record)
    // Stored under the lock, so that the clean-up does not remove the content between its storing and its row.
    await lockContent(tx, sha256)
    await papers.putHashed(bytes, sha256)
    const scan = config.papers.clamd === undefined ? 'off' : 'waiting'
    const values = {
      hash: sha256,
      name,
      type: promisedType(name),
      size,
      thumbnail,
      scan,
      uploaded_by: actor.id,
    }
    const made = await tx.insertInto('papers').values(values).returning('id').executeTakeFirstOrThrow()
    await link(tx, actor, made.id, record)
    await recordOnRecords(
      tx,
      actor,
      registry,
      [record],
      ['added', { after: factsOf({ name, hash: sha256 }) }],
    )
    if (scan === 'waiting') await jobs.enqueue(tx, 'paper-scans', made.id)
    await tx.updateTable('paper_uploads').set({ paper_id: made.id }).where('id', '=', id).execute()
    const chunks = await tx.deleteFrom('paper_chunks').where('upload_id', '=', id).returning('file').execute()
    return { paper: await paperById(tx, made.id), files: chunks.map(({ file }) => file) }
  })
  // What is left by an error here is removed by the clean-up.
  for (const file of files) await papers.remove(file).catch(() => undefined)
  return paper
}
