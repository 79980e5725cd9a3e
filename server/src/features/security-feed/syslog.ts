// Why it is built this way: docs/decisions/066-security-feed.md

import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Services } from '#kernel/services.ts'
import type { SyslogConfig } from '#server/syslog-config.ts'
import { entriesSince, type FeedPosition, feedEnd, feedPosition, validPosition } from './positions.ts'
import { openSyslog, type SyslogConnection } from './syslog-connection.ts'
import { syslogFrame, syslogMessage } from './syslog-format.ts'

const output = 'syslog'
const entriesInBatch = 500
/** Entries that were sent this shortly before the connection ended may be lost, and are sent again. */
const doubtfulMs = 10_000
const standardPace = { everyMs: 2000, longestMs: 60_000 }

type Sent = { from: FeedPosition; at: number }

export type SyslogOutput = { stop(): Promise<void> }

/** Sends batches over one connection, from the position that the database holds. */
function batchSender(db: Services['db'], config: SyslogConfig) {
  const self = { host: hostname(), process: process.pid }
  let connection: SyslogConnection | undefined
  let sent: Sent | undefined
  let repeatFrom: FeedPosition | undefined

  /** What was sent shortly before the connection ended by itself is sent again over the next one. */
  function disconnect() {
    const isLost = connection?.ended() !== undefined
    if (isLost && sent !== undefined && Date.now() - sent.at < doubtfulMs) repeatFrom = sent.from
    connection?.close()
    connection = undefined
    sent = undefined
  }

  /** Sends a batch; true if there is more. The row is locked meanwhile, so no other worker sends. */
  const send = () =>
    inTransaction(db, async (tx) => {
      const stored = await lockedPosition(tx)
      if (stored === undefined || connection?.ended() !== undefined) disconnect()
      if (stored === undefined) return false
      connection ??= await openSyslog(config)
      const position = await validPosition(tx, repeatFrom ?? stored)
      const { entries, next, isLast } = await entriesSince(tx, position, entriesInBatch)
      if (entries.length > 0) {
        await connection.write(entries.map((entry) => syslogFrame(syslogMessage(entry, self))).join(''))
        sent = { from: position, at: Date.now() }
      }
      await keepPosition(tx, next, entries.length > 0)
      repeatFrom = undefined
      return !isLast
    })
  return { send, disconnect }
}

/** Sends the security feed to a syslog server. Several workers may run: one sends, the others wait. */
export function startSyslog(
  { db }: Pick<Services, 'db'>,
  config: SyslogConfig,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  pace = standardPace,
): SyslogOutput {
  const { send, disconnect } = batchSender(db, config)
  let problem: string | undefined
  let [failures, isBegun, isOver] = [0, false, false]
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  function plan(ms: number) {
    if (isOver) return
    timer = setTimeout(() => {
      running = round()
    }, ms)
  }

  async function round() {
    try {
      if (!isBegun) await beginOutput(db)
      isBegun = true
      const isMore = await send()
      if (problem !== undefined) log.info('the security feed is sent to the syslog server again')
      problem = undefined
      failures = 0
      plan(isMore ? 0 : pace.everyMs)
    } catch (error) {
      disconnect()
      failures += 1
      await report(error instanceof Error ? error.message : String(error))
      plan(Math.min(pace.everyMs * 2 ** Math.min(failures, 10), pace.longestMs))
    }
  }

  /** A reason is logged once; `doctor` reads it from the database. */
  async function report(reason: string) {
    const { host, port } = config
    if (reason !== problem)
      log.warn({ host, port }, `the security feed cannot be sent to the syslog server: ${reason}`)
    problem = reason
    await keepProblem(db, reason).catch(() => undefined)
  }

  plan(0)
  return {
    async stop() {
      isOver = true
      clearTimeout(timer)
      await running
      disconnect()
    },
  }
}

/** A new output begins at the end of the feed. */
const beginOutput = async (db: Db) =>
  sql`insert into security_outputs (name, position) values (${output}, ${JSON.stringify(await feedEnd(db))}::jsonb)
    on conflict do nothing`.execute(db)

/** The position of the output, locked; undefined if another worker holds it. */
async function lockedPosition(tx: Db): Promise<FeedPosition | undefined> {
  const row = await tx
    .selectFrom('security_outputs')
    .select('position')
    .where('name', '=', output)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && feedPosition.parse(row.position)
}

const keepPosition = (tx: Db, position: FeedPosition, isSent: boolean) =>
  sql`update security_outputs set position = ${JSON.stringify(position)}::jsonb, failing_since = null, problem = null,
      sent_at = case when ${isSent} then now() else sent_at end
    where name = ${output}`.execute(tx)

const keepProblem = (db: Db, problem: string) =>
  sql`update security_outputs set failing_since = coalesce(failing_since, now()), problem = ${problem}
    where name = ${output}`.execute(db)
