import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { type JobHandler, oneAtATime, startWorker } from './jobs.ts'

const { db, jobs, config } = await testApp()
const done: string[] = []
const failures = new Map<string, number>()
const work: JobHandler = async (id) => {
  const left = failures.get(id) ?? 0
  failures.set(id, left - 1)
  if (left > 0) throw new Error('not this time')
  done.push(id)
}
const alone: JobHandler = (id) => oneAtATime(db, id, async () => void done.push(id))
const handlers = {
  imports: work,
  exports: alone,
  bulk: work,
  'notification-mails': work,
  digests: work,
  'daily-job': work,
  'view-mails': work,
  'view-clock': work,
  'paper-scans': work,
}
const said: unknown[] = []
const worker = await startWorker(config.databaseUrl, handlers, (error, job) => said.push([error, job]))
afterAll(() => worker.stop())

async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await delay(50)
}

test('a job runs once its transaction is committed, and only then', async () => {
  const lost = db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'imports', 'rolled back')
    throw new Error('changed my mind')
  })
  await expect(lost).rejects.toThrow('changed my mind')
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'exports', 'committed'))
  await until(() => done.includes('committed'))
  expect(done).toEqual(['committed'])
})

test('a job that fails is tried again', async () => {
  failures.set('second time', 1)
  await jobs.enqueue(db, 'imports', 'second time')
  await until(() => done.includes('second time'))
  expect(done).toContain('second time')
})

test('a job that fails is said, with what it was', async () => {
  failures.set('loudly', 1)
  await jobs.enqueue(db, 'imports', 'loudly')
  await until(() => done.includes('loudly'))
  expect(said).toContainEqual([new Error('not this time'), { queue: 'imports', id: 'loudly' }])
})

test('a job that finds another worker at its record comes again', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const other = oneAtATime(db, 'contended', () => held)
  await jobs.enqueue(db, 'exports', 'contended')
  await delay(1500)
  expect([done.includes('contended'), (await jobs.enqueued('exports')).has('contended')]).toEqual([
    false,
    true,
  ])
  release()
  await other
  await until(() => done.includes('contended'))
  expect(done).toContain('contended')
})
