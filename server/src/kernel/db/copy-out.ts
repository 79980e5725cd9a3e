import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { newClient } from './connection.ts'
import { copyStream } from './copy-stream.ts'

/** What PostgreSQL sends, as it sends it; `rows` is how many there were, once all are read; `taken` counts bytes. */
export type CopyOut = { stream: Readable; rows: Promise<number>; taken: () => number }

const settings = [
  'statement_timeout=0',
  // One plan a file: compiling it takes longer than it saves.
  'jit=off',
  // A reader who leaves while PostgreSQL still sorts is noticed, too.
  'client_connection_check_interval=2s',
]

/**
 * Runs COPY ... TO STDOUT on a connection of its own, where times are those of the zone. It ends with the stream: whoever stops reading stops
 * PostgreSQL. Comes back once the first bytes are there, so that a statement that fails can still be refused; `examine`
 * is asked first, and refuses a server by throwing.
 */
export async function copyOut(
  { databaseUrl, timeZone }: { databaseUrl: string; timeZone: string },
  statement: string,
  examine?: (client: pg.Client) => Promise<void>,
): Promise<CopyOut> {
  const options = [...settings, `timezone=${timeZone}`].map((setting) => `-c ${setting}`).join(' ')
  const client = newClient(databaseUrl, 'ats export', { options })
  await client.connect()
  await examine?.(client).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  const answered = new Promise<void>((resolve) => {
    client.once('drain', resolve).once('end', resolve)
  })
  const stream = client.query(copyStream(statement))
  stream.on('error', () => undefined)
  const rows = new Promise<number>((resolve, reject) => {
    stream.once('close', async () => {
      // The count comes right after the last row.
      if (stream.readableEnded) await answered
      await client.end()
      if (stream.readableEnded) resolve(stream.rowCount)
      else reject(new Error('The reader left before the end', { cause: stream.errored }))
    })
  })
  rows.catch(() => undefined)
  await once(stream, 'readable')
  return { stream, rows, taken: () => stream.received - stream.readableLength }
}
