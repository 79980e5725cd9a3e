import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { newClient } from './connection.ts'
import { copyStream } from './copy-stream.ts'

/** PostgreSQL's output as it arrives; `rows` resolves with their number after the last one; `taken` counts bytes. */
export type CopyOut = { stream: Readable; rows: Promise<number>; taken: () => number }

const settings = [
  'statement_timeout=0',
  // One plan per file: JIT compilation takes longer than it saves.
  'jit=off',
  // Detects a client that disconnects while PostgreSQL is still sorting.
  'client_connection_check_interval=2s',
]

/**
 * Runs COPY ... TO STDOUT on a separate connection, with times in the given zone. It ends with the stream: if
 * the consumer stops reading, PostgreSQL stops. Resolves once the first bytes have arrived, so that a failing
 * statement can still cause an error response. `examine` runs first, and rejects a server by throwing.
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
      // The count arrives right after the last row.
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
