import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { endpoints } from '@ats/contract/endpoints.ts'
import { readLive } from '@ats/contract/live.ts'
import fc from 'fast-check'
import { database, startProduct } from '../bench/product.ts'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import { hasExited } from '../scripts/processes.ts'
import { callOf, type FuzzCall } from '../server/test/fuzz-calls.ts'
import { knownValues } from '../server/test/fuzz-known.ts'
import { type Caller, callers } from './people.ts'
import { type Answer, send } from './send.ts'
import { fuzzTags } from './tags.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const atOnce = 8
const round = 20

type Target = { name: string; group: string; endpoint: Endpoint; calls: fc.Arbitrary<FuzzCall> }
const known = knownValues()
const targets: Target[] = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => ({
    ...{ name: `${group}.${name}`, group, endpoint },
    calls: callOf(group, endpoint, known),
  })),
)

const outcomes = new Map<number, number>()
const failures = new Map<string, string>()

function learn(group: string, { type, text }: Answer) {
  if (type.startsWith('application/json')) known.learn(group, JSON.parse(text))
  if (!type.startsWith('text/event-stream')) return
  for (const block of text.split('\n\n')) known.learn(group, { position: readLive(block).position })
}

function judge({ name, endpoint }: Target, { url, content }: FuzzCall, caller: Caller, answer: Answer) {
  const { status, text } = answer
  outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
  if (status !== 0 && status < 500) return
  const what = `${name} as ${caller.name}: ${status} ${text.slice(0, 300).replace(/"requestId":"[^"]+"/, '')}`
  if (failures.has(what)) return
  const data = `-H 'content-type: ${content.type}' --data-binary ${JSON.stringify(content.payload.toString().slice(0, 600))}`
  failures.set(what, `curl -X ${endpoint.method} '${url.slice(0, 600)}' ${data}`)
  console.log(`${what}\n  ${failures.get(what)}`)
}

async function tryOne(address: string, target: Target, call: FuzzCall, caller: Caller) {
  const { method } = target.endpoint
  const { payload, type } = call.content
  const body = method === 'GET' ? null : payload
  const headers = { ...call.headers, ...caller.headers, ...(body && { 'content-type': type }) }
  const answer = await send(address, method, call.url, headers, body)
  judge(target, call, caller, answer)
  if (answer.status >= 200 && answer.status < 300) learn(target.group, answer)
  return answer.status
}

/** The error log lines of both processes, each message once. */
function complaints(log: string) {
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  const errors = lines.flatMap((line) => {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } }
    return level >= 50 ? [`${msg}: ${err?.message ?? ''}`] : []
  })
  return [...new Set(errors)]
}

/** A twentieth of the time: tags are tried without the product. */
const tags = fuzzTags(seed, Number(values.minutes) * 3000)
console.log(`tags tried=${tags.tried} failures=${tags.failures.size}`)
for (const [name, example] of tags.failures) {
  failures.set(name, example)
  console.log(`${name}: ${example}`)
}

const folder = await mkdtemp(join(tmpdir(), 'ats-fuzz-'))
const log = join(folder, 'log')
const logFile = openSync(log, 'w')
const postgres = await startPostgres()
const product = await startProduct(postgres, 2500, undefined, logFile)
const people = await callers(product.address, postgres.url(database))
console.log(`seed ${seed}, ${targets.length} endpoints, ${values.minutes} minutes`)
let tried = 0
const until = Date.now() + Number(values.minutes) * 60_000
try {
  for (let turn = 0; Date.now() < until; turn += 1) {
    await people.refresh()
    const picks = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed: seed + turn })[0]
    const queue = targets.flatMap((target) =>
      fc.sample(target.calls, { numRuns: round, seed: seed + turn }).map((call) => ({ target, call })),
    )
    const work = shuffled(queue, seed + turn)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let one = work.pop(); one !== undefined && Date.now() < until; one = work.pop()) {
          const caller = people.pick(picks?.next().value ?? 0)
          const status = await tryOne(product.address, one.target, one.call, caller)
          tried += 1
          if (tried % 200 === 0 || (status === 401 && caller.name !== 'nobody')) await people.refresh()
        }
      }),
    )
    if (hasExited(product.api) || hasExited(product.worker)) {
      failures.set('a process ended', '')
      break
    }
  }
} finally {
  await people.close()
  await product.stop()
  await postgres.stop()
  closeSync(logFile)
}

function shuffled<T>(list: T[], by: number): T[] {
  return list
    .map((item, index) => ({ item, at: Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(by, 0x85ebca6b) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

console.log('answers by status', Object.fromEntries([...outcomes].sort(([a], [b]) => a - b)))
const logged = complaints(log)
for (const complaint of logged) console.log(`logged: ${complaint}`)
await rm(folder, { recursive: true, force: true })
const ok = tried > 0 && failures.size === 0 && logged.length === 0
console.log(`fuzz calls=${tried} failures=${failures.size} logged=${logged.length} ${ok ? 'ok' : 'FAILED'}`)
process.exitCode = ok ? 0 : 1
