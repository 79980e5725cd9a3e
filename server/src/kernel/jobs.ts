import { CompiledQuery, type Kysely, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Db, Id } from './db.ts'
import type { Tables } from './tables.ts'

const schema = 'jobs'
const aDay = 24 * 60 * 60

/**
 * What runs outside of requests. A job is only the id of a record that says what to do and how far it got: an import, an
 * export, work on many records, a notification that goes out as a letter, a person whose digest is due; `mornings` come
 * by the clock.
 */
const queues = ['imports', 'exports', 'bulk', 'letters', 'digests', 'mornings'] as const
export type Queue = (typeof queues)[number]

const settings = {
  // A worker that does not answer this long is taken for dead, and its job goes to another.
  heartbeatSeconds: 10,
  expireInSeconds: aDay,
  retryLimit: 20,
  retryDelay: 1,
  deleteAfterSeconds: aDay,
  notify: true,
}

/** A mail server that is away is left alone for longer and longer, up to a day in all. */
const patient = { ...settings, retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 60 * 60 }
const settingsOf = (queue: Queue) => (queue === 'letters' || queue === 'digests' ? patient : settings)

/** New jobs are announced; those that come back after a failure are found by asking. */
const polling = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 } as const

/** How often a worker looks for jobs of others that no longer answer. */
const watching = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

const quietly = { schema, supervise: false, schedule: false }

/** Makes the queues; part of bringing a database to this version, and safe to repeat. */
export async function prepareQueues(databaseUrl: string) {
  const boss = listening(new PgBoss({ connectionString: databaseUrl, max: 1, ...quietly }))
  await boss.start()
  try {
    for (const queue of queues) await boss.createQueue(queue, settingsOf(queue))
  } finally {
    await boss.stop({ graceful: false })
  }
}

export type Jobs = {
  /** The job exists if and when the transaction is committed. */
  enqueue(tx: Db, queue: Queue, id: Id): Promise<void>
  enqueueAll(tx: Db, queue: Queue, ids: readonly Id[]): Promise<void>
  close(): Promise<void>
}

const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
  }),
})

export async function openJobs(db: Db): Promise<Jobs> {
  const boss = listening(new PgBoss({ db: through(db), migrate: false, ...quietly }))
  await boss.start()
  return {
    async enqueue(tx, queue, id) {
      await boss.send(queue, { id }, { db: through(tx) })
    },
    async enqueueAll(tx, queue, ids) {
      if (ids.length === 0) return
      const jobs = ids.map((id) => ({ data: { id } }))
      await boss.insert(queue, jobs, { db: through(tx) })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

export type Worker = { stop(): Promise<void> }
export type JobHandler = (id: Id, signal: AbortSignal) => Promise<void>

/**
 * Takes jobs until it is stopped; the one in hand is told to leave off at once, and goes on elsewhere. With `mornings` there
 * is one more at seven every day, once for all workers.
 */
export async function startWorker(
  databaseUrl: string,
  handlers: Record<Queue, JobHandler>,
  failed: (error: unknown) => void,
  mornings?: { zone: string },
): Promise<Worker> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 4,
    useListenNotify: true,
    ...watching,
  })
  boss.on('error', failed)
  await boss.start()
  const stopping = new AbortController()
  for (const queue of queues) {
    await boss.work<{ id: Id }>(queue, polling, async ([job]) => {
      if (job !== undefined)
        await handlers[queue](job.data.id, AbortSignal.any([job.signal, stopping.signal]))
    })
  }
  if (mornings !== undefined)
    await boss.schedule('mornings', '0 7 * * *', { id: 'morning' }, { tz: mornings.zone })
  return {
    stop: () => {
      stopping.abort()
      return boss.stop({ graceful: true, timeout: 20_000 })
    },
  }
}

/** One worker at a time; another that comes meanwhile leaves it alone. */
export const oneAtATime = (db: Kysely<Tables>, id: Id, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (own) => {
    // The lock belongs to the connection: a worker that dies lets go of it.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${id}, 0)) as mine`.execute(own)
    if (!rows[0]?.mine) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${id}, 0))`.execute(own)
    }
  })

/** Without a listener an error in the background would end the process; the next call meets it again. */
function listening(boss: PgBoss) {
  boss.on('error', () => undefined)
  return boss
}
