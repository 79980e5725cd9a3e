import { parseArgs } from 'node:util'
import { inputs, liveThrough, settle, utilisation, type World } from './cells-model.ts'

/**
 * Assumed list prices in dollars a month: a database node, an API or worker node, a gigabyte on disk and in a
 * backup.
 */
const prices = { database: 250, program: 120, disk: 0.1, backup: 0.02 }
const machines = { database: 3, program: 2 }
/** Assumed: an asset with its versions, ledger entries and indexes; an organisation's empty database. */
const gigabytes = { asset: 6e-6, organisation: 0.015 }

const { values } = parseArgs({
  options: { organisations: { type: 'string' }, seed: { type: 'string', default: '1' } },
})

const whole = (value: number) => Math.round(value).toLocaleString('en')
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const sum = (all: Iterable<number>) => {
  let total = 0
  for (const one of all) total += one
  return total
}

/** Utilisation of the shared cells: the 5th, 50th and 95th percentile. */
function spread(world: World) {
  const shared = world.cells.own.flatMap((own, at) => (own ? [] : [utilisation(world, at)]))
  shared.sort((a, b) => a - b)
  const at = (share: number) => percent(shared[Math.floor(share * (shared.length - 1))] ?? 0)
  return `${at(0.05)} / ${at(0.5)} / ${at(0.95)}, fullest ${at(1)}`
}

const cellsOf = ({ cells: { own } }: World) =>
  `${own.filter((alone) => !alone).length} shared, ${own.filter(Boolean).length} for one organisation each`

function costOf({ cells, size }: World) {
  const assets = sum(size)
  const stored = assets * gigabytes.asset + size.length * gigabytes.organisation
  const cell = machines.database * prices.database + machines.program * prices.program
  const month = cells.assets.length * cell + stored * (machines.database * prices.disk + prices.backup)
  return { month, forAsset: month / assets, forOrganisation: month / size.length }
}

function report(
  world: World,
  before: { cells: string; spread: string },
  seconds: number,
): [string, string][] {
  const { inputs: given, moves, losses, size, cells } = world
  const people = sum(cells.people)
  const cost = costOf(world)
  const small = size.filter((assets) => assets <= 1_000_000).length
  return [
    ['organisations, assets, people', `${whole(size.length)}, ${whole(sum(size))}, ${whole(people)}`],
    ['the largest organisation', `${whole(size.reduce((most, one) => Math.max(most, one), 0))} assets`],
    ['organisations up to a million assets', percent(small / size.length)],
    ['cells on the first day', before.cells],
    ['cells after a year', cellsOf(world)],
    ['utilisation on the first day', before.spread],
    ['utilisation after a year', spread(world)],
    [
      'moves',
      `${whole(moves.count)}, ${whole(moves.count / given.days)} a day, at most ${whole(moves.busiestDay)}`,
    ],
    ['assets moved', `${whole(moves.assets)}; the longest copy took ${whole(moves.longestSeconds)} s`],
    ['people moved', `${whole(moves.people)}, each ${given.readOnlySeconds} s read-only`],
    [
      'people met by a lost cell a day',
      `${whole(losses.people / given.days)} (${percent(losses.people / given.days / people)}), at most ${whole(losses.most)}`,
    ],
    ['organisations met a day', whole(losses.organisations / given.days)],
    [
      'availability for a person',
      `${(100 - (losses.personSeconds / people / (given.days * 86_400)) * 100).toFixed(6)} %`,
    ],
    [
      'cost a month, prices assumed',
      `$${whole(cost.month)}: $${cost.forAsset.toFixed(4)} an asset, $${cost.forOrganisation.toFixed(2)} an organisation`,
    ],
    ['simulated in', `${seconds.toFixed(1)} s`],
  ]
}

const began = performance.now()
const organisations = Number(values.organisations ?? inputs.organisations)
const world = settle({ ...inputs, organisations }, Number(values.seed))
const before = { cells: cellsOf(world), spread: spread(world) }
liveThrough(world)
const lines = report(world, before, (performance.now() - began) / 1000)
const width = Math.max(...lines.map(([name]) => name.length))
for (const [name, value] of lines) console.log(`${name.padEnd(width)}  ${value}`)
