import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Call, testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { administratorOf, freshTag, noticeDeadlocksAtOnce } from '#test/stock.ts'

const runs = Number(process.env.ATS_MODEL_RUNS ?? 400)
const seed = Number(process.env.ATS_MODEL_SEED ?? Date.now() % 2 ** 31)
const workers = 8
console.log(`counters: seed ${seed}, ${runs} actions; repeat with ATS_MODEL_SEED=${seed}`)

const t = await testApp()
const { call, db } = t
await noticeDeadlocksAtOnce(t)
const admin = await administratorOf(t)

/** Seeded: the same seed gives the same numbers. */
function dice(start: number) {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const roll = dice(seed)
const upTo = (count: number) => Math.floor(roll() * count)
const pick = <T>(list: readonly T[]) => list[upTo(list.length)] as T
const some = (most: number) => Array.from({ length: 1 + upTo(most) }, () => pick(known.assets))

const cities = ['indore', 'mumbai', 'pune'] as const
const known = {
  assets: ['00000000-0000-4000-8000-000000000000'],
  places: {
    city: [] as string[],
    mm: [] as string[],
    property: [] as string[],
    aou: [] as string[],
    room: [] as string[],
  },
}
const kinds = ['mm', 'property', 'aou', 'room'] as const
const parents = { mm: 'city', property: 'mm', aou: 'property', room: 'aou' } as const
const tagPool = Array.from({ length: 80 }, freshTag)
const tag = () => (roll() < 0.5 ? pick(tagPool) : freshTag())
const anyPlace = () => pick(known.places[pick(['city', ...kinds] as const)])
const state = () => pick(['Working', 'Not-Working', 'UP'])

const tally: Record<string, number> = {}
const failures: string[] = []
async function act<E extends Endpoint>(name: string, endpoint: E, input: Call) {
  const answer = await call(admin, endpoint, input)
  tally[`${name} ${answer.status}`] = (tally[`${name} ${answer.status}`] ?? 0) + 1
  if (answer.status === 500) failures.push(`${name} ${JSON.stringify(input)}: ${answer.text}`)
  return answer
}
const one = () => ({ params: { id: pick(known.assets) } })

async function register() {
  const body = { rfidTag: tag(), assetName: `Name ${upTo(5)}`, location: pick(cities), assetState: state() }
  // A place outside the given city is an error, so half of the time only the place is given.
  const placeId = anyPlace()
  const given = roll() < 0.5 ? body : { ...body, placeId, location: await cityOf(placeId) }
  const { status, body: answer } = await act('register', assets.register, { body: given })
  if (status === 201) known.assets.push(answer.asset._id)
}

async function cityOf(placeId: string) {
  const city = db
    .selectFrom('places')
    .innerJoin('places as city', 'city.id', 'places.city_id')
    .select('city.name')
    .where('places.id', '=', placeId)
  return (await city.executeTakeFirst())?.name ?? 'indore'
}

const edit = () =>
  act('edit', assets.update, {
    ...one(),
    body: { model: `M${upTo(100)}`, assetState: state(), ...(roll() < 0.3 && { rfidTag: tag() }) },
  })
const move = () => act('move', assets.update, { ...one(), body: { placeId: anyPlace() } })
const remove = () => act('delete', assets.remove, one())
const restore = () => act('restore', assetBin.restore, { body: { ids: some(5) } })
const lose = () => act('lose tag', assetTags.lose, one())
const replace = () => act('replace tag', assetTags.replace, { ...one(), body: { rfidTag: tag() } })

function bulk() {
  const choice = roll() < 0.7 ? { ids: some(20) } : { filter: { placeId: anyPlace(), state: state() } }
  const action = pick([
    { action: 'move', placeId: anyPlace() },
    { action: 'assign', assignedUser: `Team ${upTo(3)}` },
    { action: 'delete' },
  ])
  return act(`bulk ${action.action}`, assetBulk.change, { body: { ...choice, ...action } })
}

async function plant(kind: (typeof kinds)[number]) {
  const body = { name: freshTag(), parentId: pick(known.places[parents[kind]]) }
  const { status, body: made } = await act('new place', masters.create, { params: { kind }, body })
  if (status === 201) known.places[kind].push(made.id)
}

function movePlace() {
  const kind = pick(kinds)
  const params = { kind, id: pick(known.places[kind]) }
  return act('move place', masters.update, { params, body: { parentId: pick(known.places[parents[kind]]) } })
}

async function mergePlace() {
  const kind = pick(kinds)
  await plant(kind)
  const [id, into] = [pick(known.places[kind]), pick(known.places[kind])]
  const { status } = await act('merge places', masters.merge, { params: { kind, id }, body: { into } })
  if (status === 200) forget(kind, id)
}

async function deletePlace() {
  const kind = pick(kinds)
  await plant(kind)
  const id = pick(known.places[kind])
  const { status } = await act('delete place', masters.remove, { params: { kind, id } })
  if (status === 200) forget(kind, id)
}

/** A concurrent step may still be about to use it, and must cope with its absence. */
function forget(kind: (typeof kinds)[number], id: string) {
  known.places[kind] = known.places[kind].filter((place) => place !== id)
}

const mergeNames = async () => {
  const { rows } = await sql<{ id: string }>`select id from asset_names order by random() limit 2`.execute(db)
  const [from, into] = rows
  if (from === undefined || into === undefined) return
  await act('merge names', masters.merge, {
    params: { kind: 'asset-name', id: from.id },
    body: { into: into.id },
  })
}

/** How many transactions PostgreSQL aborted to resolve conflicts; each was retried. */
const strain = async () =>
  (
    await sql`select deadlocks, xact_commit as commits from pg_stat_database where datname = current_database()`.execute(
      db,
    )
  ).rows[0]

const weighted: [number, () => Promise<unknown>][] = [
  [30, register],
  [16, edit],
  [10, move],
  [10, remove],
  [9, restore],
  [7, bulk],
  [4, lose],
  [4, replace],
  [5, movePlace],
  [2, mergePlace],
  [2, deletePlace],
  [1, mergeNames],
]
const actions = weighted.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))

test(
  'whatever people do at the same time, counters, tags, paths and the ledger tell the truth',
  async () => {
    for (const city of ['Indore', 'Mumbai', 'Pune']) known.places.city.push(await t.cityId(city))
    for (const kind of kinds) for (let n = 0; n < 6; n += 1) await plant(kind)
    let left = runs
    const worker = async () => {
      while (left > 0) {
        left -= 1
        await pick(actions)()
      }
    }
    await Promise.all(Array.from({ length: workers }, worker))
    const sorted = Object.entries(tally).sort(([a], [b]) => (a < b ? -1 : 1))
    if (runs > 1000)
      console.log(`counters: ${sorted.map((entry) => entry.join(': ')).join(', ')}`, await strain())
    expect({ failures, ...(await untruths(db)) }).toEqual({ failures: [], ...noUntruths })
    const { count } = await db
      .selectFrom('assets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect((await call(admin, assets.list, { query: { size: '1' } })).body.total).toBe(count)
    expect(count).toBeGreaterThan(10)
  },
  30_000 + runs * 100,
)
