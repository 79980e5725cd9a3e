// Why it is built this way: docs/decisions/054-reports-may-read-a-replica.md

import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { Problem } from '#kernel/http/problem.ts'
import { isAway } from './connection.ts'
import { type CopyOut, copyOut } from './copy-out.ts'
import { afterEachCommit, type DatabaseLimits, type Id, openLine, openReplicaPool } from './db.ts'
import type { Tables } from './tables.ts'
import { followPrimary, type Position } from './write-positions.ts'

/** Where reads that may be slightly old went, and why one went to the primary. */
export type ReadOutcome = 'replica' | 'behind' | 'away'

/** For reports and exports: a replica that may lag behind the changes of others, but never behind one's own. */
export type Replica = {
  /** If the replica cannot serve this person yet, or fails, the primary does. */
  read<T>(person: Id, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  copyOut(person: Id, statement: string): Promise<CopyOut>
  /** Commits of this work are the person's own changes. */
  writing<T>(person: Id, work: () => Promise<T>): Promise<T>
  reads: Record<ReadOutcome, number>
  close(): Promise<void>
}

type ReplicaConfig = { url: string; mostBehindMs: number }
/** Exports are written in the time zone. */
type Primary = { db: Kysely<Tables>; databaseUrl: string; limits: DatabaseLimits; timeZone: string }

const noReads = () => ({ replica: 0, behind: 0, away: 0 })

const primaryAlone = ({ db, databaseUrl, timeZone }: Primary): Replica => ({
  read: (_, work) => work(db),
  copyOut: (_, statement) => copyOut({ databaseUrl, timeZone }, statement),
  writing: (_, work) => work(),
  reads: noReads(),
  close: async () => undefined,
})

/** The replica is not used, or cannot serve this person yet. */
class NotThere extends Error {
  readonly outcome: ReadOutcome
  constructor(outcome: 'behind' | 'away') {
    super(`The replica is ${outcome}`)
    this.outcome = outcome
  }
}

/** After a failure the replica is not used for this long, so that not every read waits for a timeout. */
const leaveAloneMs = 5000
// The primary removed rows that the replica was still reading.
const conflict = '40001'

/** Why the primary has to serve this read; undefined for errors that it would return too. */
function reasonOf(error: unknown): ReadOutcome | undefined {
  if (error instanceof NotThere) return error.outcome
  const isFull = error instanceof Problem && error.code === 'unavailable'
  if (isFull || (error instanceof pg.DatabaseError && error.code === conflict)) return 'behind'
  return isAway(error) ? 'away' : undefined
}

/** A promoted server no longer follows the primary, whatever it replayed before. */
const hasReplayed = (position: Position) => sql<Reached>`
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`
type Reached = { reached: boolean }

/**
 * A replica lags by milliseconds: a page waits a little for it, and an export, which takes longer anyway,
 * waits longer.
 */
const pagePatienceMs = 30
const filePatienceMs = 1000
const askAgainMs = 5

async function untilReached(ask: () => Promise<{ rows: Reached[] }>, patienceMs: number) {
  for (const end = performance.now() + patienceMs; ; await delay(askAgainMs)) {
    if ((await ask()).rows[0]?.reached === true) return
    if (performance.now() > end) throw new NotThere('behind')
  }
}

/** Counts which server responded, and skips a replica for a while after a failure. */
function primaryAsWayOut() {
  const reads = noReads()
  let leftAloneUntil = 0
  return {
    reads,
    mustBeAsked() {
      if (performance.now() < leftAloneUntil) throw new NotThere('away')
    },
    async either<T>(atReplica: () => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
      try {
        const answer = await atReplica()
        reads.replica += 1
        return answer
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === undefined) throw error
        if (reason === 'away' && !(error instanceof NotThere))
          leftAloneUntil = performance.now() + leaveAloneMs
        reads[reason] += 1
        return atPrimary()
      }
    },
  }
}

export function openReplica(primary: Primary, config: ReplicaConfig | undefined): Replica {
  if (config === undefined) return primaryAlone(primary)
  const { db, databaseUrl, limits, timeZone } = primary
  const line = openLine(databaseUrl, limits)
  const positions = followPrimary(line, config.mostBehindMs)
  const replica = openReplicaPool(config.url, limits)
  const { reads, mustBeAsked, either } = primaryAsWayOut()

  const needed = async (person: Id) => {
    mustBeAsked()
    const position = await positions.neededBy(person)
    if (position === undefined) throw new NotThere('behind')
    return position
  }
  const readAt = async <T>(person: Id, work: (own: Kysely<Tables>) => Promise<T>) => {
    const position = await needed(person)
    // An address may lead to several replicas: the position is checked on the connection that runs the query.
    return replica.connection().execute(async (own) => {
      await untilReached(() => hasReplayed(position).execute(own), pagePatienceMs)
      return work(own)
    })
  }
  const copyAt = async (person: Id, statement: string) => {
    const { sql: question, parameters } = hasReplayed(await needed(person)).compile(replica)
    return copyOut({ databaseUrl: config.url, timeZone }, statement, (client) =>
      untilReached(() => client.query<Reached>(question, [...parameters]), filePatienceMs),
    )
  }

  return {
    read: (person, work) =>
      either(
        () => readAt(person, work),
        () => work(db),
      ),
    copyOut: (person, statement) =>
      either(
        () => copyAt(person, statement),
        () => copyOut({ databaseUrl, timeZone }, statement),
      ),
    writing: (person, work) => afterEachCommit(() => positions.note(person), work),
    reads,
    async close() {
      positions.stop()
      await Promise.all([line.destroy(), replica.destroy()])
    },
  }
}
