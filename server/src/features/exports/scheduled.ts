import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { finishExport, type ScheduledFile } from './exports.ts'
import { fileNameOf } from './file-names.ts'
import { openFile } from './files.ts'
import { type ExportDetails, exportDetails } from './queries.ts'
import { csvStream } from './sources.ts'
import { writeWorkbook } from './workbook.ts'

/**
 * Writes the file of a scheduled export, with what its owner may see now. A file above the size limit is not
 * attached; the list of exports offers it for download.
 */
export const writeScheduled =
  (services: Services) =>
  async (owner: Actor, id: Id, most: number, signal: AbortSignal): Promise<ScheduledFile> => {
    const details = await exportDetails(services.db, id)
    if (details === undefined) throw new Problem('export-not-found')
    const written =
      details.format === 'csv'
        ? await writeCsv(services, owner, details, most)
        : await writeBook(services, details, most, signal)
    return { name: fileNameOf(details, services.config.timeZone), ...written }
  }

type Written = Omit<ScheduledFile, 'name'>

async function writeBook(
  services: Services,
  { id }: ExportDetails,
  most: number,
  signal: AbortSignal,
): Promise<Written> {
  await writeWorkbook(services)(id, signal)
  signal.throwIfAborted()
  const written = await exportDetails(services.db, id)
  if (written?.status === 'cancelled') throw new Problem('export-cancelled')
  if (written?.status !== 'ready' || written.file === null) throw new Problem('export-not-written')
  const { stream, size } = await openFile(services.files, written.file)
  if (size > most) {
    stream.destroy()
    return { rows: written.rows, size }
  }
  return { rows: written.rows, ...(await firstBytes(stream, most)) }
}

async function writeCsv(
  services: Services,
  owner: Actor,
  details: ExportDetails,
  most: number,
): Promise<Written> {
  const { stream, rows } = await csvStream(services, owner, details)
  const { content, size } = await firstBytes(stream, most)
  if (size > most) return { rows: null, size: null }
  const count = await rows
  const isWanted = await inTransaction(services.db, (tx) => finishExport(tx, owner, details, { rows: count }))
  if (!isWanted) throw new Problem('export-cancelled')
  return { rows: count, size, content }
}

/** Stops as soon as there are too many bytes. */
async function firstBytes(stream: Readable, most: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) break
    chunks.push(Buffer.from(chunk))
  }
  return { content: Buffer.concat(chunks), size }
}
