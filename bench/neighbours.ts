import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { type Caller, signInAsNew } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import { tagOf } from '../server/src/seed/rows.ts'
import type { Bench, Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

const attacks = ['old-resumes', 'aou-filter', 'slow-readers', 'bad-sign-ins', 'varied-bulk'] as const
export type Attack = (typeof attacks)[number]

const others = 4
const restMs = 5
/** During an attack the median response time of everybody else may at most triple. */
const limit = 0.33

type Times = { p50: number; p99: number; refused: number }

/** The response times of one person who opens a list, finds a tag and so on, with short pauses. */
async function lookAround({ address, headers }: Caller, assets: number, until: number) {
  const paths = [
    '/api/v1/me',
    `/api/v1/assets/find?code=${tagOf(Math.floor(assets / 2))}`,
    '/api/assets?location=indore&size=25',
  ]
  const times: number[] = []
  let refused = 0
  for (let turn = 0; Date.now() < until; turn += 1) {
    const started = performance.now()
    const answer = await fetch(`${address}${paths[turn % paths.length]}`, { headers })
    await answer.arrayBuffer()
    times.push(performance.now() - started)
    if (!answer.ok) refused += 1
    await delay(restMs)
  }
  return { times, refused }
}

export async function timesOf(people: Caller[], assets: number, seconds: number): Promise<Times> {
  const until = Date.now() + seconds * 1000
  const seen = await Promise.all(people.map((person) => lookAround(person, assets, until)))
  const times = seen.flatMap((one) => one.times).sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor(times.length * part)] ?? Infinity
  return { p50: share(0.5), p99: share(0.99), refused: seen.reduce((sum, one) => sum + one.refused, 0) }
}

/** Returns while the attack continues; `ended` resolves with the number of attempts the attacker completed. */
async function begin(attack: Attack, attacker: Caller, seconds: number) {
  const { address, headers } = attacker
  const worker = new Worker(new URL('./attacks.ts', import.meta.url), {
    workerData: { address, headers, attack, seconds },
  })
  if (attack === 'slow-readers') await once(worker, 'message')
  else await delay(500)
  return {
    ended: once(worker, 'message').then(([turns]) => Number(turns)),
    stop: () => worker.terminate(),
  }
}

/** One if another person's export of the assets is ready within a few seconds. */
async function getsFile({ address, headers }: Caller) {
  const post = (path: string, body?: object) =>
    fetch(`${address}/api/v1/exports${path}`, {
      method: 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const made = (await (await post('', { list: 'city', format: 'csv' })).json()) as { export: { id: string } }
  const ticket = (await (await post(`/${made.export.id}/ticket`)).json()) as { address?: string }
  if (ticket.address === undefined) return 0
  const file = await fetch(`${address}${ticket.address}`, { headers, signal: AbortSignal.timeout(5000) })
  return file.ok && (await file.text()).length > 0 ? 1 : 0
}

/** One if somebody at another address can sign in. */
async function getsIn({ address }: Caller) {
  const answer = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.2' },
    body: JSON.stringify({ email: 'neighbour.0@example.com', password: 'Copper-Kettle-91' }),
  })
  return answer.ok ? 1 : 0
}

type Outcome = { name: string; holds: (other: Caller) => Promise<number>; isAfterwards?: true }

const outcomes: Partial<Record<Attack, Outcome>> = {
  'slow-readers': { name: 'others-get-files', holds: getsFile },
  'bad-sign-ins': { name: 'others-get-in', holds: getsIn, isAfterwards: true },
}

async function underAttack(
  attack: Attack,
  attacker: Caller,
  people: Caller[],
  { assets, seconds }: { assets: number; seconds: number },
): Promise<Measurement[]> {
  const idle = await timesOf(people, assets, seconds)
  const { ended, stop } = await begin(attack, attacker, seconds + 1)
  const attacked = await timesOf(people, assets, seconds)
  const outcome = outcomes[attack]
  if (outcome?.isAfterwards) await ended
  const holds = outcome && people[0] && (await outcome.holds(people[0]))
  const turns = await ended
  await stop()
  const said = ({ p50, p99 }: Times) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  console.log(
    `${attack}: others idle ${said(idle)}; attacked ${turns} times ${said(attacked)}, ${attacked.refused} refused`,
  )
  const { p50, p99 } = attacked
  return [
    { name: `neighbours-${attack}`, bare: 1000 / idle.p50, api: 1000 / p50, p50, p99, limit },
    ...(outcome ? [{ name: outcome.name, bare: 1, api: holds ?? 0, p50: 0, p99: 0, limit: 1 }] : []),
  ]
}

/** The default in ops/compose.yaml. */
async function shippedTrust() {
  const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
  return /TRUST_PROXY: \$\{TRUST_PROXY:-(\w+)\}/.exec(compose)?.[1] ?? 'false'
}

/** What everybody else notices while one signed-in person attacks. */
export const neighbours: Bench = async (postgres, { seconds, neighbourAssets: assets }) => {
  process.env.TRUST_PROXY = await shippedTrust()
  const product = await startProduct(postgres, assets, () => fillLedger(postgres, assets * linesPerAsset))
  const named = (name: string, role?: string) => signInAs(product, name, role)
  try {
    const people = await Promise.all(Array.from({ length: others }, (_, n) => named(`Neighbour ${n}`)))
    const measurements: Measurement[] = []
    await timesOf(people, assets, 1)
    for (const attack of attacks)
      measurements.push(
        ...(await underAttack(attack, await named(attack, 'admin'), people, { assets, seconds })),
      )
    return measurements
  } finally {
    await product.stop()
  }
}

async function signInAs(product: Product, name: string, role?: string): Promise<Caller> {
  return { address: product.address, headers: await signInAsNew(product, name, role) }
}

/** Entries that an installation writes in a few years; the seed writes none of them. */
const linesPerAsset = 10
const batches = 20

async function fillLedger(postgres: Postgres, lines: number) {
  const batch = `insert into events (action, record_kind, record_id, place_id, request_id)
    select 'asset.changed', 'asset', uuidv7(), (select id from places limit 1), 'bench'
    from generate_series(1, ${Math.ceil(lines / batches)})`
  await onDatabase(postgres.url(database), ...Array<string>(batches).fill(batch), 'vacuum analyze events')
}
