import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '#kernel/db/tables.ts'
import { version } from '#kernel/version.ts'

/** The conditions for a process to be ready, by name. A check that throws or takes too long fails. */
export type Checks = Record<string, () => boolean | Promise<boolean>>

const patienceMs = 2000
const mostConnections = 50

export const databaseAnswers = (db: Kysely<Tables>) => async () => {
  await sql`select 1`.execute(db)
  return true
}

async function holds(check: Checks[string]): Promise<boolean> {
  const late = new AbortController()
  const tooLate = delay(patienceMs, false, { signal: late.signal }).catch(() => false)
  const outcome = Promise.resolve()
    .then(check)
    .catch(() => false)
  return Promise.race([outcome, tooLate]).finally(() => late.abort())
}

async function outcomesOf(checks: Checks): Promise<Record<string, 'ok' | 'failed'>> {
  const ask = async ([name, check]: [string, Checks[string]]) =>
    [name, (await holds(check)) ? 'ok' : 'failed'] as const
  return Object.fromEntries(await Promise.all(Object.entries(checks).map(ask)))
}

const allHold = (outcomes: Record<string, string>) => !Object.values(outcomes).includes('failed')

/** A process that lacks an optional part serves everything else, so it stays ready and reports what is missing. */
async function readiness(needed: Checks, wanted: Checks) {
  const [must, should] = await Promise.all([outcomesOf(needed), outcomesOf(wanted)])
  const ready = allHold(must)
  const status = ready && !allHold(should) ? 'degraded' : ready ? 'ok' : 'unavailable'
  return { ready, body: { status, checks: { ...must, ...should } } }
}

/** An alert on it notices a database that is down even without requests. */
function measureReadiness(registry: Registry, needed: Checks, wanted: Checks) {
  const single = new Gauge({
    ...{ name: 'ats_ready_check', help: 'What /readyz says of one check: 1 where it holds' },
    ...{ labelNames: ['check'], registers: [registry] },
  })
  new Gauge({
    ...{ name: 'ats_ready', help: '1 while /readyz responds 200', registers: [registry] },
    async collect() {
      const { ready, body } = await readiness(needed, wanted)
      this.set(ready ? 1 : 0)
      for (const [check, outcome] of Object.entries(body.checks))
        single.set({ check }, outcome === 'ok' ? 1 : 0)
    },
  })
  new Gauge({
    ...{ name: 'ats_build_info', help: 'Which version this process is', labelNames: ['version'] },
    registers: [registry],
  }).set({ version }, 1)
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))

type Address = { host: string; port: number }

/**
 * /livez, /readyz and /metrics on a separate port, in the same way for every process and never on the
 * product's port.
 */
export async function serveHealth(
  { host, port }: Address,
  registry: Registry,
  needed: Checks,
  wanted: Checks = {},
): Promise<Server> {
  async function answer(path: string, response: ServerResponse) {
    if (path === '/livez') return sendJson(response, 200, { status: 'ok', version })
    if (path === '/readyz') {
      const { ready, body } = await readiness(needed, wanted)
      return sendJson(response, ready ? 200 : 503, body)
    }
    if (path !== '/metrics') return sendJson(response, 404, { status: 'not-found' })
    const figures = await registry.metrics()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
  }
  measureReadiness(registry, needed, wanted)
  const server = createServer(({ url = '' }, response) => {
    answer(url.split('?', 1)[0] ?? '', response).catch(() => response.writeHead(500).end())
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
