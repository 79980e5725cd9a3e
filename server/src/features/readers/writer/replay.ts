import { type Kysely, sql } from 'kysely'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { listen } from '#kernel/db/listen.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { ReaderConfig } from '#server/reader-config.ts'
import type { Directory } from '../directory.ts'
import { decodeReads } from './decode.ts'
import { writeDecoded } from './write.ts'

type Parts = {
  db: Kysely<Tables>
  config: ReaderConfig
  directory: Directory
  failed: (error: unknown) => void
}

type Letter = {
  id: Id
  readerId: Id | null
  payload: string
  receivedAt: string
  times: 'as-sent' | 'as-received'
}

/** Replays one message: it is written and deleted, or returns to the list with the present error. */
async function replayOne({ db, config, directory }: Parts): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } =
      await sql<Letter>`select id, reader_id as "readerId", payload, received_at as "receivedAt",
        replay as times
      from dead_letters where replay is not null order by id limit 1 for update skip locked`.execute(tx)
    const [letter] = rows
    if (letter === undefined) return false
    const reader = letter.readerId === null ? undefined : directory.get(letter.readerId)
    const { payload, receivedAt, times } = letter
    const limits = { readDays: config.readDays, now: Date.now() }
    const entry = reader && {
      reader: reader.id,
      kind: 'reads' as const,
      receivedAt,
      payload: Buffer.from(payload),
    }
    const decoded = reader && entry && decodeReads(reader, entry, limits, times)
    const [still] = decoded?.letters ?? []
    if (decoded !== undefined)
      await writeDecoded(tx, { reads: decoded.reads, letters: [], notes: [] }, config.deadLetterBytes)
    if (decoded === undefined || still !== undefined)
      await sql`update dead_letters set replay = null, detail = ${still?.detail ?? 'There is no such reader.'}
        where id = ${letter.id}`.execute(tx)
    else await sql`delete from dead_letters where id = ${letter.id}`.execute(tx)
    return true
  })
}

/** Replays the messages that somebody chose in the list of dead letters. */
export function startReplays(parts: Parts) {
  let isOver = false
  let running = Promise.resolve()
  const replayAll = async () => {
    while (!isOver && (await replayOne(parts)));
  }
  const listener = listen(parts.config.databaseUrl, ['dead_letters'], () => {
    running = running.then(replayAll).catch(parts.failed)
  })
  return {
    async stop() {
      isOver = true
      await listener.stop()
      await running
    },
  }
}
