import { type Kysely, sql } from 'kysely'
import type { Db, Id } from './db.ts'
import type { Tables } from './tables.ts'

/** A position in the WAL, as PostgreSQL writes it: 0/3A1B2C8. */
export type Position = string

type WritePositions = {
  /** Must be awaited after a commit, before the person gets the response. */
  note(person: Id): Promise<void>
  /** What a replica must have replayed before it serves this person; undefined while that is unknown. */
  neededBy(person: Id): Promise<Position | undefined>
  stop(): void
}

type Known = { at: number; position: Position }
type Answer = { position: Position; session: number }

const askEveryMs = 1000

/**
 * Stores each person's last write position in a table that all processes and sessions share, and follows the
 * position of the primary. So a replica may lag `mostBehindMs` behind others, but never behind the person who
 * reads. The notes do not wait for the disk, so a crash of the primary may lose the newest. Its sessions are
 * new after a crash: earlier knowledge is dropped, and a replica is used again once it has what the primary
 * had when it came back.
 */
export function followPrimary(line: Kysely<Tables>, mostBehindMs: number): WritePositions {
  let known: Known[] = []
  let session = 0

  const forget = () => {
    known = []
  }
  const look = async () => {
    const now = await primaryNow(line)
    if (now.session !== session) forget()
    session = now.session
    const at = performance.now()
    known.push({ at, position: now.position })
    // The first remaining one is the newest of those that are old enough.
    while (known[1] !== undefined && known[1].at <= at - mostBehindMs) known.shift()
  }
  const timer = setInterval(() => void look().catch(forget), askEveryMs)
  void look().catch(forget)

  return {
    async note(person) {
      // The retry uses another connection; a primary that is down by then has new sessions when it is back.
      await noteNow(line, person)
        .catch(() => noteNow(line, person))
        .catch(forget)
    },
    async neededBy(person) {
      const [floor] = known
      if (floor === undefined) return undefined
      const asked = await writtenBy(line, person, floor.position)
      return asked.session === session ? asked.position : undefined
    },
    stop: () => clearInterval(timer),
  }
}

async function only(answer: Promise<{ rows: Answer[] }>): Promise<Answer> {
  const [row] = (await answer).rows
  if (row === undefined) throw new Error('The primary gave no answer')
  return row
}

const primaryNow = (line: Db) =>
  only(
    sql<Answer>`select pg_current_wal_insert_lsn()::text as position, pg_backend_pid() as session`.execute(
      line,
    ),
  )

const writtenBy = (line: Db, person: Id, floor: Position) =>
  only(
    sql<Answer>`select greatest(${floor}::pg_lsn, (select position from write_positions
      where person_id = ${person}))::text as position, pg_backend_pid() as session`.execute(line),
  )

const noteNow = (line: Db, person: Id) =>
  sql`insert into write_positions (person_id, position) values (${person}, pg_current_wal_insert_lsn())
    on conflict (person_id) do update set noted_at = now(),
      position = greatest(write_positions.position, excluded.position)`.execute(line)

/** Replicas that lag more than this are never used. */
export const forgetOldPositions = (db: Db) =>
  db.deleteFrom('write_positions').where('noted_at', '<', sql<string>`now() - interval '1 hour'`).execute()
