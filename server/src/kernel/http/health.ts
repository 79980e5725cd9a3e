import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Tables } from '#kernel/db/tables.ts'

/** What has to hold for a process to be ready, by name. One that throws or takes too long does not hold. */
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

async function readiness(checks: Checks) {
  const names = Object.keys(checks)
  const outcomes = await Promise.all(Object.values(checks).map(holds))
  const results = Object.fromEntries(names.map((name, at) => [name, outcomes[at] ? 'ok' : 'failed']))
  const ready = outcomes.every(Boolean)
  return { ready, body: { status: ready ? 'ok' : 'unavailable', checks: results } }
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))

type Address = { host: string; port: number }

/**
 * /livez, /readyz and /metrics on a port of their own, in the same way for every process and never beside the product.
 */
export async function serveHealth(
  { host, port }: Address,
  registry: Registry,
  checks: Checks,
): Promise<Server> {
  async function answer(path: string, response: ServerResponse) {
    if (path === '/livez') return sendJson(response, 200, { status: 'ok' })
    if (path === '/readyz') {
      const { ready, body } = await readiness(checks)
      return sendJson(response, ready ? 200 : 503, body)
    }
    if (path !== '/metrics') return sendJson(response, 404, { status: 'not-found' })
    const figures = await registry.metrics()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
  }
  const server = createServer(({ url = '' }, response) => {
    answer(url.split('?', 1)[0] ?? '', response).catch(() => response.writeHead(500).end())
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
