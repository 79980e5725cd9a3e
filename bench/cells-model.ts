import { seededRandom } from '../faults/ledger.ts'

/**
 * The capacity of a cell, the distribution of organisations, and durations. Measured: assets in a cell, assets
 * moved per second and the fail-over. All else is assumed.
 */
export const inputs = {
  organisations: 1_000_000,
  days: 365,
  /** The capacity of one database cluster with two replicas: assets, people and organisations in total. */
  cell: { assets: 10_000_000, people: 20_000, organisations: 5000 },
  /** Pareto: most organisations are small, a few are as large as all the small ones together. */
  smallest: 20,
  largest: 20_000_000,
  tail: 1.1,
  assetsForEachPerson: 50,
  /** Median yearly growth, and how much it varies between organisations. */
  growth: 0.15,
  growthSpread: 0.4,
  /** New organisations are added up to the first mark; above the second, growing organisations move to another cell. */
  fillTo: 0.7,
  moveAt: 0.85,
  /** An organisation that takes more than this share of a cell gets one of its own. */
  ownCellAt: 0.5,
  assetsMovedPerSecond: 4500,
  readOnlySeconds: 5,
  failoverSeconds: 18.5,
} as const

type Inputs = Omit<typeof inputs, 'organisations'> & { organisations: number }

/** What is in each cell; grows by one entry with each cell that is opened. */
type Cells = { assets: number[]; people: number[]; organisations: number[]; own: boolean[] }

export type World = {
  inputs: Inputs
  random: () => number
  size: Float64Array
  yearly: Float64Array
  cellOf: Int32Array
  cells: Cells
  shared: number[]
  moves: { count: number; assets: number; people: number; longestSeconds: number; busiestDay: number }
  losses: { people: number; most: number; organisations: number; personSeconds: number }
}

const peopleOf = ({ assetsForEachPerson }: Inputs, assets: number) => Math.ceil(assets / assetsForEachPerson)

/** The utilisation of a cell, by its scarcest resource. */
export function utilisation({ inputs: { cell }, cells }: World, at: number): number {
  return Math.max(
    (cells.assets[at] ?? 0) / cell.assets,
    (cells.people[at] ?? 0) / cell.people,
    (cells.organisations[at] ?? 0) / cell.organisations,
  )
}

const shareOf = ({ inputs: given }: World, assets: number) =>
  Math.max(assets / given.cell.assets, peopleOf(given, assets) / given.cell.people)

function openCell({ cells, shared }: World, own: boolean): number {
  cells.own.push(own)
  cells.organisations.push(0)
  cells.people.push(0)
  const at = cells.assets.push(0) - 1
  if (!own) shared.push(at)
  return at
}

function add({ inputs: given, cells }: World, at: number, assets: number, sign: 1 | -1) {
  cells.assets[at] = (cells.assets[at] ?? 0) + sign * assets
  cells.people[at] = (cells.people[at] ?? 0) + sign * peopleOf(given, assets)
  cells.organisations[at] = (cells.organisations[at] ?? 0) + sign
}

const tries = 4

/** The emptiest of a few shared cells that have room, including the newest; a new cell if none has room. */
function chooseCell(world: World, assets: number): number {
  const { random, shared, inputs: given } = world
  const share = shareOf(world, assets)
  if (share > given.ownCellAt) return openCell(world, true)
  const seen = Array.from({ length: tries }, () => shared[Math.floor(random() * shared.length)])
  let best: number | undefined
  for (const at of [shared.at(-1), ...seen]) {
    if (at === undefined || utilisation(world, at) + share > given.fillTo) continue
    if (best === undefined || utilisation(world, at) < utilisation(world, best)) best = at
  }
  return best ?? openCell(world, false)
}

/** The sizes of organisations: the inverse of the distribution, truncated at the largest. */
function sizeOf({ smallest, largest, tail }: Inputs, chance: number) {
  const cut = 1 - (smallest / largest) ** tail
  return Math.round(smallest / (1 - chance * cut) ** (1 / tail))
}

/** Box–Muller: a normally distributed number with mean 0 and standard deviation 1. */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export function settle(given: Inputs, seed: number): World {
  const random = seededRandom(seed)
  const count = given.organisations
  const world: World = {
    inputs: given,
    random,
    size: new Float64Array(count),
    yearly: new Float64Array(count),
    cellOf: new Int32Array(count),
    cells: { assets: [], people: [], organisations: [], own: [] },
    shared: [],
    moves: { count: 0, assets: 0, people: 0, longestSeconds: 0, busiestDay: 0 },
    losses: { people: 0, most: 0, organisations: 0, personSeconds: 0 },
  }
  for (let at = 0; at < count; at += 1) {
    const assets = sizeOf(given, random())
    world.size[at] = assets
    world.yearly[at] = Math.exp(Math.log1p(given.growth) + given.growthSpread * normal(random))
    const cell = chooseCell(world, assets)
    world.cellOf[at] = cell
    add(world, cell, assets, 1)
  }
  return world
}

const growsEvery = 30

/** Organisations grow once a month, each on its own day. */
function growOn(world: World, day: number) {
  const { inputs: given, size, yearly, cellOf } = world
  const before = world.moves.count
  for (let at = day % growsEvery; at < size.length; at += growsEvery) {
    const [old, cell] = [size[at] ?? 0, cellOf[at] ?? 0]
    const grown = Math.max(
      1,
      Math.round(old * (yearly[at] ?? 1) ** (growsEvery / 365) + world.random() - 0.5),
    )
    add(world, cell, old, -1)
    add(world, cell, grown, 1)
    size[at] = grown
    if (world.cells.own[cell] || utilisation(world, cell) <= given.moveAt) continue
    move(world, at, cell, grown)
  }
  world.moves.busiestDay = Math.max(world.moves.busiestDay, world.moves.count - before)
}

/** Data is copied while people work; only during the last seconds, while it catches up, is it read-only. */
function move(world: World, at: number, from: number, assets: number) {
  const { moves, inputs: given } = world
  add(world, from, assets, -1)
  const to = chooseCell(world, assets)
  add(world, to, assets, 1)
  world.cellOf[at] = to
  moves.count += 1
  moves.assets += assets
  moves.people += peopleOf(given, assets)
  moves.longestSeconds = Math.max(moves.longestSeconds, assets / given.assetsMovedPerSecond)
}

/** One cell a day loses its leader: its people wait until a replica takes over; other cells are not affected. */
function loseCell({ inputs: given, random, cells, losses }: World) {
  const at = Math.floor(random() * cells.assets.length)
  const people = cells.people[at] ?? 0
  losses.people += people
  losses.most = Math.max(losses.most, people)
  losses.organisations += cells.organisations[at] ?? 0
  losses.personSeconds += people * given.failoverSeconds
}

export function liveThrough(world: World) {
  for (let day = 0; day < world.inputs.days; day += 1) {
    growOn(world, day)
    loseCell(world)
  }
}
