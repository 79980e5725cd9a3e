import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { type Db as BossDb, PgBoss } from 'pg-boss'
import { connectionSettings, isAway, newPool } from '#kernel/db/connection.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { listen } from '#kernel/db/listen.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { workNow } from '#kernel/tracing/work.ts'

const schema = 'jobs'
const aDay = 24 * 60 * 60

/**
 * Work outside of requests. A job is only the id of a record that says what to do and how far it is. The
 * record is an import, an export, bulk work, a notification or saved view to email, or a person with a
 * digest, or a paper to scan. The daily job and the check of view schedules are started by the clock.
 */
const queues = [
  ...(['imports', 'exports', 'bulk', 'notification-mails', 'digests', 'daily-job'] as const),
  ...(['view-mails', 'view-clock', 'paper-scans'] as const),
] as const
export type Queue = (typeof queues)[number]

const settings = {
  // A worker that is silent for this long is considered dead, and its job goes to another.
  heartbeatSeconds: 10,
  expireInSeconds: aDay,
  retryLimit: 20,
  retryDelay: 1,
  deleteAfterSeconds: aDay,
  notify: true,
}

/** While a mail server or a virus scanner is down, it is retried at growing intervals, for up to a day in total. */
const patient = { ...settings, retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 60 * 60 }
const waitingForOthers: readonly Queue[] = ['notification-mails', 'digests', 'view-mails', 'paper-scans']
const settingsOf = (queue: Queue) => (waitingForOthers.includes(queue) ? patient : settings)

/** New jobs are announced; retries of failed ones are found by polling. */
const polling = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 } as const

/** How often a worker looks for jobs of dead workers. */
const watching = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

/** Queues are polled at least every two seconds. */
const silentMs = 20_000

const quietly = { schema, supervise: false, schedule: false }

/** Creates the queues; part of migrating a database, and safe to repeat. */
export async function prepareQueues(databaseUrl: string) {
  const own = ownConnections(databaseUrl, 'ats migrate', 1)
  const boss = listening(new PgBoss({ db: own.db, ...quietly }))
  try {
    await boss.start()
    for (const queue of queues) await boss.createQueue(queue, settingsOf(queue))
    await untilIndexed(boss)
  } finally {
    await boss.stop({ graceful: false })
    await own.close()
  }
}

/**
 * Connections for the queues alone. pg-boss would create its own, but removes the error listeners of a
 * connection that it gives up.
 */
function ownConnections(databaseUrl: string, name: string, max: number) {
  const pool = newPool({ ...connectionSettings(databaseUrl, name), max })
  const db: BossDb = {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, notified, connected) {
      const listener = listen(databaseUrl, [channel], (_, payload) =>
        payload === '' ? connected() : notified(payload),
      )
      return { close: () => listener.stop() }
    },
  }
  return { db, close: () => pool.end() }
}

/**
 * A newer pg-boss builds indexes in the background of a process that may change the schema: this one, because
 * workers may not.
 */
async function untilIndexed(boss: PgBoss) {
  const isBuilding = ({ status }: { status: string }) => status === 'pending' || status === 'in_progress'
  while ((await boss.getBamStatus()).some(isBuilding)) await delay(500)
}

/** The stored data of a job; `trace` links it to the trace of the request that started it. */
type Order = { id: Id; trace?: string }
const orderOf = (id: Id, trace: string | undefined): Order => (trace === undefined ? { id } : { id, trace })

export type Jobs = {
  /** The job exists if and when the transaction is committed. */
  enqueue(tx: Db, queue: Queue, id: Id): Promise<void>
  enqueueAll(tx: Db, queue: Queue, ids: readonly Id[], when?: { afterSeconds: number }): Promise<void>
  /** The records with a waiting or running job. */
  enqueued(queue: Queue): Promise<Set<Id>>
  close(): Promise<void>
}

const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
  }),
})

/** If the database is down, the queues open with the first job after it is back. */
export async function openJobs(db: Db, away: (error: unknown) => void): Promise<Jobs> {
  const boss = listening(new PgBoss({ db: through(db), migrate: false, ...quietly }))
  let opening: Promise<void> | undefined
  const open = () => {
    opening ??= started(boss).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  await open().catch((error: unknown) => {
    if (!isAway(error)) throw error
    away(error)
  })
  return {
    async enqueue(tx, queue, id) {
      await open()
      await boss.send(queue, orderOf(id, workNow()?.span?.parent), { db: through(tx) })
    },
    async enqueueAll(tx, queue, ids, when) {
      if (ids.length === 0) return
      await open()
      const trace = workNow()?.span?.parent
      const later = when && { startAfter: when.afterSeconds }
      const jobs = ids.map((id) => ({ data: orderOf(id, trace), ...later }))
      await boss.insert(queue, jobs, { db: through(tx) })
    },
    async enqueued(queue) {
      const { rows } = await sql<{ id: Id }>`select data ->> 'id' as id from ${sql.table(`${schema}.job`)}
        where name = ${queue} and state in ('created', 'retry', 'active')`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** Stops what a failed start has begun, so that another can follow. */
async function started(boss: PgBoss) {
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

export type Worker = {
  /** False once a queue has not been polled for a while and none of its jobs is running. */
  isWorking(): boolean
  stop(): Promise<void>
}
export type JobHandler = (id: Id, signal: AbortSignal, trace?: string) => Promise<void>
export type JobFailed = (error: unknown, job?: { queue: Queue; id: Id }) => void

/** Another worker is working on the same record: the job is retried later. */
export class JobBusy extends Error {}
const busySeconds = 5

/**
 * Takes jobs until it is stopped; the running one is then aborted immediately, and continues elsewhere. With
 * `daily` the clock also starts jobs, once for all workers: one at seven every day, and one every quarter of
 * an hour.
 */
export async function startWorker(
  databaseUrl: string,
  handlers: Record<Queue, JobHandler>,
  failed: JobFailed,
  daily?: { zone: string },
): Promise<Worker> {
  const own = ownConnections(databaseUrl, 'ats jobs', 4)
  const boss = new PgBoss({ db: own.db, schema, migrate: false, useListenNotify: true, ...watching })
  boss.on('error', (error) => failed(error))
  const stopping = new AbortController()
  const stop = async (graceful: boolean) => {
    stopping.abort()
    await boss.stop({ graceful, timeout: 20_000 })
    await own.close()
  }
  const run = async (queue: Queue, { id, trace }: Order, signal: AbortSignal) => {
    try {
      await handlers[queue](id, AbortSignal.any([signal, stopping.signal]), trace)
    } catch (error) {
      if (error instanceof JobBusy)
        return void (await boss.send(queue, orderOf(id, trace), { startAfter: busySeconds }))
      // The queue only counts failures, so the reason is reported here.
      if (!stopping.signal.aborted) failed(error, { queue, id })
      throw error
    }
  }
  try {
    await boss.start()
    for (const queue of queues)
      await boss.work<Order>(queue, polling, async ([job]) => {
        if (job !== undefined) await run(queue, job.data, job.signal)
      })
    if (daily !== undefined) {
      await boss.schedule('daily-job', '0 7 * * *', { id: 'morning' }, { tz: daily.zone })
      // The full hours of all time zones are at quarters of an hour.
      await boss.schedule('view-clock', '*/15 * * * *', { id: 'clock' })
    }
  } catch (error) {
    await stop(false).catch(() => undefined)
    throw error
  }
  return {
    isWorking: () => {
      const loops = boss.getWipData()
      const since = Date.now() - silentMs
      const turns = ({ count, createdOn, lastFetchedOn }: (typeof loops)[number]) =>
        count > 0 || (lastFetchedOn ?? createdOn) > since
      return loops.length === queues.length && loops.every(turns)
    },
    stop: () => stop(true),
  }
}

/** One worker at a time; any other gets an error and retries later. */
export const oneAtATime = (db: Kysely<Tables>, id: Id, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (own) => {
    // The lock belongs to the connection, so a worker that dies releases it.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${id}, 0)) as mine`.execute(own)
    if (!rows[0]?.mine) throw new JobBusy('Another worker is at it.')
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${id}, 0))`.execute(own)
    }
  })

/** Without a listener a background error would end the process; the next call throws it again. */
function listening(boss: PgBoss) {
  boss.on('error', () => undefined)
  return boss
}
