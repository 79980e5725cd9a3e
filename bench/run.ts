import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import { assets, growth } from './assets.ts'
import { decisions } from './decisions.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { inventories } from './inventories.ts'
import type { Bench, Measurement } from './measurement.ts'
import { memory } from './memory.ts'
import { migration } from './migration.ts'
import { neighbours } from './neighbours.ts'
import { ownFields } from './own-fields.ts'
import { pages } from './pages.ts'
import { papers } from './papers.ts'
import { plan } from './plan.ts'
import { readers } from './readers.ts'
import { reports } from './reports.ts'
import { seals } from './seals.ts'
import { session } from './session.ts'
import { signIns } from './sign-ins.ts'
import { recordingSettings } from './statements.ts'
import { tracing } from './tracing.ts'
import { twoApis } from './two-apis.ts'
import { webhooks } from './webhooks.ts'
import { fillingSettings, years } from './years.ts'

const benches: Record<string, Bench> = {
  ...{
    session,
    assets,
    reports,
    seals,
    imports,
    exports,
    decisions,
    inventories,
    neighbours,
    'own-fields': ownFields,
    pages,
    papers,
    plan,
    readers,
    'sign-ins': signIns,
    tracing,
    'two-apis': twoApis,
    webhooks,
    growth,
    memory,
    migration,
    years,
  },
}
/** The default when no bench is named; growth, memory, migration and years take long and must be named. */
const usual = ['session', 'assets']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    connections: { type: 'string', default: '16' },
    assets: { type: 'string' },
    rows: { type: 'string' },
    papers: { type: 'string' },
    data: { type: 'string' },
    share: { type: 'string', default: '0.01' },
    reads: { type: 'string' },
    sizes: { type: 'string', default: '100000,1000000,10000000' },
  },
})
const unknown = positionals.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`,
  )
  process.exit(2)
}

const effort = {
  isShort: values.short,
  seconds: values.short ? 1 : 5,
  rounds: values.short ? 2 : 3,
  enough: values.short ? 2 / 3 : Number.POSITIVE_INFINITY,
  connections: Number(values.connections),
  assets: Number(values.assets ?? (values.short ? 20_000 : 1_000_000)),
  neighbourAssets: Number(values.assets ?? (values.short ? 20_000 : 50_000)),
  rows: Number(values.rows ?? (values.short ? 20_000 : 1_000_000)),
  papers: Number(values.papers ?? (values.short ? 1000 : 100_000)),
  sizes: values.sizes.split(',').map(Number),
  share: Number(values.share),
  reads: values.reads === undefined ? undefined : Number(values.reads),
  keepsData: values.data !== undefined,
}
if (effort.keepsData && !['assets', 'years'].includes(positionals.join())) {
  console.error(
    'Only the benches called assets and years leave the data of a folder as they are: -- assets --data <folder>',
  )
  process.exit(2)
}
const measurements: Measurement[] = []
const postgres = await startPostgres({
  settings: { ...recordingSettings, ...(positionals.includes('years') && fillingSettings) },
  ...(values.data !== undefined && { dir: values.data }),
})
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (!(positionals.length > 0 ? positionals : usual).includes(name)) continue
    const began = Date.now()
    measurements.push(...(await bench(postgres, effort)))
    console.log(`${name}: ${Math.round((Date.now() - began) / 1000)} s`)
  }
} finally {
  await postgres.stop()
}

console.log(
  `${effort.connections} connections, best of at most ${effort.rounds} rounds of ${effort.seconds} s`,
)
console.table(
  measurements.map(({ name, bare, api, p50, p99 }) => ({
    name,
    'bare/s': Math.round(bare),
    'api/s': Math.round(api),
    'p50 ms': p50.toFixed(2),
    'p99 ms': p99.toFixed(2),
  })),
)
// A short run on a shared machine only shows whether something broke, so it requires a third of the limit.
const share = values.short ? 1 / 3 : 1
for (const { name, bare, api, limit: full } of measurements) {
  const limit = Number((full * share).toFixed(3))
  const ok = api / bare >= limit
  console.log(`${name} ratio=${(api / bare).toFixed(3)} limit=${limit} ${ok ? 'ok' : 'short'}`)
  if (!ok) process.exitCode = 1
}
