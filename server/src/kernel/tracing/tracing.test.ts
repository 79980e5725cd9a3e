import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exports } from '@ats/contract/exports.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { startApi, startPart } from '#test/processes.ts'
import { during, titleOf } from './work.ts'

const t = await testApp()
const admin = await t.person({ role: 'Admin' })

type Received = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] }

/** Accepts OTLP as JSON over HTTP. */
async function collector() {
  const spans: Received[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request)) as Sent
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('one trace leads from the request through its statements to the job that a worker ran', async () => {
  const { spans, endpoint } = await collector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  startPart('worker', t, env)
  const { address } = await startApi(t, env)
  const answer = await fetch(`${address}${exports.create.path}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'brand', format: 'xlsx', columns: ['name'] }),
  })
  expect(answer.status).toBe(201)
  const traceId = answer.headers.get('x-request-id')?.replaceAll('-', '')
  const ours = () => spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => ours().find((span) => span.name === name)
  await expect.poll(() => named('job exports'), { timeout: 60_000, interval: 200 }).toBeDefined()
  const [request, job] = [named(`POST ${exports.create.path}`), named('job exports')]
  expect(request?.parentSpanId).toBeFalsy()
  expect(job?.parentSpanId).toBe(request?.spanId)
  const statementsOf = (span: Received | undefined) =>
    ours()
      .filter(({ parentSpanId }) => parentSpanId === span?.spanId)
      .map(({ name }) => name)
  expect(statementsOf(request)).toEqual(
    expect.arrayContaining(['select sessions', 'insert exports', 'commit']),
  )
  expect(statementsOf(job)).toEqual(expect.arrayContaining(['update exports', 'select brands']))
  // Statements are exported without their values, which people typed.
  expect(JSON.stringify(spans)).not.toContain(admin.id)
}, 120_000)

test('a statement that takes long is a line in the log, with its name and without its values', async () => {
  const lines: [object, string][] = []
  const log = { warn: (facts: object, said: string) => void lines.push([facts, said]) }
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds}) from roles limit 1`.execute(t.db)
  await during({ log, slowMs: 100 }, async () => {
    await sleep(0.001)
    await sleep(0.15)
  })
  expect(lines).toEqual([
    [
      {
        statement: 'select roles',
        name: expect.stringMatching(/^[\w-]{22}$/),
        ms: expect.any(Number),
        text: 'select pg_sleep($1) from roles limit 1',
      },
      'a slow statement',
    ],
  ])
})

test('statements are called by what they do and the first table they name', () => {
  expect(titleOf('select "id" from "assets" where "id" = $1')).toBe('select assets')
  expect(titleOf('/* unprepared */ select count(*) from (select from assets) as found')).toBe('select assets')
  expect(titleOf('insert into events (actor_id) select 1')).toBe('insert events')
  expect(titleOf('update "exports" set "rows" = $1')).toBe('update exports')
  expect(titleOf('begin')).toBe('begin')
})
