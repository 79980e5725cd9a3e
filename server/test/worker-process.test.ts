import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { eventually, freePort, startGuarded, stopProcess } from '../../scripts/processes.ts'
import { root } from '../../scripts/sources.ts'
import { testApp } from './app.ts'

const t = await testApp()

/** A connection to PostgreSQL on which no data flows while it is held, as on a network that loses packets. */
async function slowWay(to: URL) {
  const sockets = new Set<Socket>()
  let held = false
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (held) from.pause()
      from.on('data', (bytes) => into.write(bytes))
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hold(still: boolean) {
      held = still
      for (const socket of sockets) still ? socket.pause() : socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const url = new URL(t.config.databaseUrl)
const way = await slowWay(new URL(url))
url.port = `${way.port}`
const port = await freePort()
const worker = startGuarded(process.execPath, ['server/src/main.ts', 'worker'], {
  ...{ onOrphaned: 'KILL', cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  env: {
    ...process.env,
    DATABASE_URL: url.href,
    // Nothing listens there: only the API uses a pooler, so the worker must work without it.
    DATABASE_POOL_URL: `postgres://127.0.0.1:${await freePort()}/ats`,
    DATA_DIR: t.config.dataDir,
    SECRET: t.config.secret,
    ORIGIN: t.config.origin,
    LOG_LEVEL: 'error',
    METRICS_PORT: `${port}`,
  },
})
afterAll(async () => {
  way.hold(false)
  await stopProcess(worker, 'SIGTERM', 10_000)
  way.close()
})

const ask = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}
const statusOf = (path: string) =>
  ask(path).then(
    ({ status }) => status,
    () => 0,
  )

test('a worker says that it is alive, and ready once all its parts run', async () => {
  await eventually(async () => (await statusOf('/readyz')) === 200, 30_000, 100)
  const { status, text } = await ask('/readyz')
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      status: 'ok',
      checks: {
        running: 'ok',
        seals: 'ok',
        database: 'ok',
        jobs: 'ok',
        notifier: 'ok',
        webhooks: 'ok',
        printing: 'ok',
        space: 'ok',
      },
    },
  ])
  expect(await statusOf('/livez')).toBe(200)
})

test('its jobs are counted with how they ended', async () => {
  await t.jobs.enqueue(t.db, 'daily-job', 'morning')
  await t.jobs.enqueue(t.db, 'exports', 'no id')
  const done = 'job_duration_seconds_count{queue="daily-job",outcome="done"} 1'
  const failed = 'job_duration_seconds_count{queue="exports",outcome="failed"}'
  let figures = ''
  await eventually(
    async () => {
      figures = (await ask('/metrics')).text
      return figures.includes(done) && figures.includes(failed)
    },
    20_000,
    100,
  )
  expect(figures).toContain(done)
  expect(figures).toContain(failed)
  expect(figures).toContain('database_connections{state="open"}')
})

test('while its database does not answer it is alive but not ready, and ready again by itself', async () => {
  way.hold(true)
  const { status, text } = await ask('/readyz')
  expect([status, JSON.parse(text).checks.database]).toEqual([503, 'failed'])
  expect(await statusOf('/livez')).toBe(200)
  way.hold(false)
  expect(await eventually(async () => (await statusOf('/readyz')) === 200, 20_000, 100)).toBe(true)
})

test('told to stop, it ends with 0', async () => {
  const exited = once(worker, 'exit')
  worker.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(await statusOf('/livez')).toBe(0)
})
