import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { type Caller, callInventories, signIn, signInAsNew } from '../scripts/product-calls.ts'
import type { Fault, Ledger } from './ledger.ts'
import { prepareProduct } from './product.ts'

/** In CI a tenth of the load, and every process is killed once; the full run takes some minutes. */
const isShort = process.env.CI !== undefined
const expected = isShort ? 2000 : 20_000
const reads = 10 * expected
const kills: readonly ('api' | 'database')[] = isShort
  ? ['api', 'database']
  : ['api', 'database', 'api', 'api', 'database', 'api', 'api']
const devices = 10
const rooms = 20
const readsASweep = 400
const database = 'inventories'

const tagOf = (n: number) => `E2801170${n.toString(16).toUpperCase().padStart(16, '0')}`

const stock = [
  "insert into asset_names (name) values ('Chair')",
  `insert into places (kind, name, parent_id) select 'mm', 'Campus', id from places where kind = 'city' and name = 'Indore'`,
  `insert into places (kind, name, parent_id) select 'property', 'Tower', id from places where name = 'Campus'`,
  `insert into places (kind, name, parent_id) select 'aou', 'Floor', id from places where name = 'Tower'`,
  `insert into places (kind, name, parent_id) select 'room', 'Room ' || n, id
    from places, generate_series(1, ${rooms}) as n where name = 'Floor'`,
  `with made as (
    insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'E2801170' || lpad(upper(to_hex(n)), 16, '0'), (select id from asset_names where name = 'Chair'),
      (select id from asset_states order by name limit 1),
      (select id from places where name = 'Room ' || (1 + n % ${rooms}) and kind = 'room')
    from generate_series(1, ${expected}) as n returning id, rfid_tag
  ) insert into asset_tags (asset_id, rfid_tag) select id, rfid_tag from made`,
  'analyze assets',
]

type Sweep = { placeId: string; tags: string[] }

/** The reads of each device: one room after the other, most tags repeatedly, and some tags of other rooms. */
function sweepsOf(random: () => number, roomIds: readonly string[]): Sweep[][] {
  const count = reads / readsASweep
  const all = Array.from({ length: count }, (_, index): Sweep => {
    const room = index % rooms
    const tags = Array.from({ length: readsASweep }, () => {
      const stray = random() < 0.02 ? 1 : 0
      return tagOf(
        1 + ((Math.floor((random() * expected) / rooms) * rooms + room + rooms - 1 + stray) % expected),
      )
    })
    return { placeId: roomIds[room] ?? '', tags }
  })
  return Array.from({ length: devices }, (_, device) =>
    all.filter((_one, index) => index % devices === device),
  )
}

type Device = { caller: Caller; id: string; random: () => number; stop: () => boolean; acked: () => void }

/** Sends a sweep until it is acknowledged, as a device does that stores its reads; one request in ten is cut off. */
async function send({ caller, id, random, stop, acked }: Device, deviceId: string, { placeId, tags }: Sweep) {
  const at = new Date().toISOString()
  const body = JSON.stringify({
    ...{ sweepId: randomUUID(), deviceId, device: 'A reader', placeId },
    reads: tags.map((tag) => ({ tag, at })),
  })
  while (!stop()) {
    const signal = AbortSignal.timeout(random() < 0.1 ? Math.ceil(random() * 60) : 30_000)
    const headers = { ...caller.headers, 'content-type': 'application/json' }
    const url = `${caller.address}/api/v1/inventories/${id}/reads`
    const status = await fetch(url, { method: 'POST', headers, body, signal })
      .then(async (answer) => {
        await answer.text()
        return answer.status
      })
      // Cut off before or during the response: the device does not know the result, and sends again.
      .catch(() => undefined)
    if (status === 200) return acked()
    if (status !== undefined && status >= 400 && status < 429)
      throw new Error(`A sweep was answered ${status}`)
    await delay(50 + random() * 200)
  }
}

type Kept = { tags: number; pairs: number; reads: number; found: number; total: number }

async function keptIn(postgres: Postgres, id: string): Promise<Kept> {
  const [kept] = await onDatabase<Kept>(
    postgres.url(database),
    `select count(distinct tag)::int as tags, count(*)::int as pairs, sum(count)::int as reads,
      (select sum(found)::int from inventory_counts where inventory_id = '${id}') as found,
      (select count(*)::int from inventory_items where inventory_id = '${id}' and kind = 'expected') as total
    from inventory_reads where inventory_id = '${id}'`,
  )
  return kept ?? { tags: 0, pairs: 0, reads: 0, found: 0, total: 0 }
}

/** The expected data: each tag once per room, and every read of every sweep counted once. */
function compare(sweeps: readonly Sweep[], kept: Kept): Ledger {
  const pairs = new Set(sweeps.flatMap(({ placeId, tags }) => tags.map((tag) => `${placeId} ${tag}`)))
  const tags = new Set(sweeps.flatMap((sweep) => sweep.tags))
  const sent = sweeps.reduce((sum, sweep) => sum + sweep.tags.length, 0)
  const problems = [
    ...(kept.tags === tags.size ? [] : [`${kept.tags} tags are kept of ${tags.size}`]),
    ...(kept.found === tags.size ? [] : [`${kept.found} assets are found by ${tags.size} tags`]),
    ...(kept.total === expected ? [] : [`${kept.total} assets are expected instead of ${expected}`]),
  ]
  const lost = Math.max(0, pairs.size - kept.pairs) + Math.max(0, sent - kept.reads)
  return { acked: sent, stored: kept.reads, lost, duplicated: Math.max(0, kept.reads - sent), problems }
}

/** Starts an inventory of a floor; returns it with its rooms. */
async function startCounting(admin: Caller, url: string) {
  const [{ id: placeId = '' } = {}] = await onDatabase<{ id: string }>(
    url,
    "select id from places where name = 'Floor' and kind = 'aou'",
  )
  const roomIds = await onDatabase<{ id: string }>(
    url,
    `select id from places where parent_id = '${placeId}' order by substr(name, 6)::int`,
  )
  const { _id: id } = await callInventories(admin, 'POST', '', { placeId })
  await callInventories(admin, 'POST', `/${id}/start`)
  const isCounting = async () => (await callInventories(admin, 'GET', `/${id}`)).status === 'counting'
  if (!(await eventually(isCounting, 300_000, 200))) throw new Error('Counting did not start')
  return { id, roomIds: roomIds.map((room) => room.id) }
}

type Counted = { done: number; isOver: boolean }

/** Each device, with its own person, sends its sweeps as fast as they are accepted. */
async function count(
  admin: Caller,
  id: string,
  plan: readonly Sweep[][],
  random: () => number,
  counted: Counted,
) {
  const callers: Caller[] = []
  for (let one = 0; one < plan.length; one += 1)
    callers.push({ ...admin, headers: await signInAsNew(admin, `Counter ${one}`) })
  const began = Date.now()
  const acked = () => {
    counted.done += 1
  }
  const run = async (sweeps: readonly Sweep[], caller: Caller | undefined) => {
    const deviceId = randomUUID()
    const device = { caller: caller ?? admin, id, random, stop: () => counted.isOver, acked }
    for (const sweep of sweeps) await send(device, deviceId, sweep)
  }
  try {
    await Promise.all(plan.map((sweeps, index) => run(sweeps, callers[index])))
  } finally {
    counted.isOver = true
  }
  return (Date.now() - began) / 1000
}

/** Ten devices read the same tags repeatedly, while connections are cut and processes are killed with -9. */
export const inventories: Fault = async ({ random, say }) => {
  let postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-inventories-'))
  try {
    const product = await prepareProduct(postgres, database, dataDir)
    await onDatabase(postgres.url(database), ...stock)
    const worker = product.startWorker()
    let { address, process: api } = await product.startApi()
    const admin = { address, headers: await signIn(address) }
    const { id, roomIds } = await startCounting(admin, postgres.url(database))
    const plan = sweepsOf(random, roomIds)
    const counted: Counted = { done: 0, isOver: false }
    const counting = count(admin, id, plan, random, counted)
    for (const [index, killed] of kills.entries()) {
      const share = (plan.flat().length * (index + 1)) / (kills.length + 2)
      await eventually(async () => counted.isOver || counted.done >= share, 900_000, 20)
      if (killed === 'api') {
        await stopProcess(api, 'SIGKILL', 10_000)
        ;({ address, process: api } = await product.startApi(Number(new URL(address).port)))
      } else {
        await postgres.kill()
        postgres = await startPostgres({ dir: postgres.dir, port: postgres.port })
      }
    }
    const seconds = await counting
    const kept = await keptIn(postgres, id)
    const rate = Math.round(reads / seconds)
    say(
      `${devices} devices, ${expected} expected, ${reads} reads in ${seconds.toFixed(0)} s, ${rate} a second`,
    )
    say(`${kills.length} kills; ${kept.tags} tags, ${kept.pairs} by room`)
    await stopProcess(worker, 'SIGTERM', 20_000)
    await stopProcess(api, 'SIGTERM', 10_000)
    return compare(plan.flat(), kept)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
