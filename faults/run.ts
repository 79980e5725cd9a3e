import { archivedUnderLoad } from './archive.ts'
import { backedUpUnderLoad } from './backup.ts'
import { filesInABucket } from './bucket.ts'
import { bulk } from './bulk.ts'
import { databaseFails } from './database.ts'
import { exports } from './exports.ts'
import { archivedByWhoeverLeads } from './ha/archive.ts'
import { highlyAvailable } from './ha/ha.ts'
import { imports } from './imports.ts'
import { inventories } from './inventories.ts'
import { type Fault, type Ledger, seededRandom } from './ledger.ts'
import { streamsCutOff } from './live.ts'
import { migrations } from './migrations.ts'
import { papers } from './papers.ts'
import { papersClamd } from './papers-clamd.ts'
import { printing } from './printing.ts'
import { readers } from './readers.ts'
import { readersCluster } from './readers-cluster.ts'
import { readersCorruption } from './readers-corruption.ts'
import { readersOutage } from './readers-outage.ts'
import { ownChangesAtReplica } from './replica.ts'
import { seals } from './seals.ts'
import { rewoundToASecond } from './second.ts'
import { upgradedWhileServing } from './upgrade.ts'
import { webhooks } from './webhooks.ts'

const faults: Record<string, Fault> = {
  migrations,
  imports,
  exports,
  bulk,
  inventories,
  papers,
  'papers-clamd': papersClamd,
  readers,
  'readers-cluster': readersCluster,
  'readers-corruption': readersCorruption,
  'readers-outage': readersOutage,
  live: streamsCutOff,
  upgrade: upgradedWhileServing,
  backup: backedUpUnderLoad,
  archive: archivedUnderLoad,
  bucket: filesInABucket,
  database: databaseFails,
  second: rewoundToASecond,
  replica: ownChangesAtReplica,
  ha: highlyAvailable,
  'ha-archive': archivedByWhoeverLeads,
  webhooks,
  printing,
  seals,
}

/** These mostly wait, and none measures the speed of the machine, so they run in three parallel lanes. */
const lanes = [
  ['migrations', 'imports', 'live'],
  ['exports', 'bulk', 'upgrade'],
  ['inventories', 'database'],
]

/** These take long, or need more Debian packages than PostgreSQL, so they run only when they are named. */
const onlyWhenNamed = [
  ...['backup', 'archive', 'bucket', 'papers', 'papers-clamd', 'second', 'replica'],
  ...[
    'readers-cluster',
    'readers-corruption',
    'readers-outage',
    'ha',
    'ha-archive',
    'webhooks',
    'printing',
    'seals',
  ],
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(
    `There is no fault called ${unknown.join(', ')}; there are: ${Object.keys(faults).join(', ')}`,
  )
  process.exit(2)
}

/** A fault that could not even start counts as failed. */
const broken = (error: Error): Ledger => ({
  acked: 0,
  stored: 0,
  lost: 0,
  duplicated: 0,
  problems: [error.message],
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const lines: Record<string, string> = {}

async function tryFault(name: string): Promise<void> {
  const fault = faults[name]
  const isWanted = wanted.length > 0 ? wanted.includes(name) : !onlyWhenNamed.includes(name)
  if (fault === undefined || !isWanted) return
  const began = Date.now()
  const say = (text: string) => console.log(`  ${name}: ${text}`)
  const { acked, stored, lost, duplicated, problems } = await fault({
    random: seededRandom(seed),
    say,
  }).catch(broken)
  problems.forEach(say)
  say(`${Math.round((Date.now() - began) / 1000)} s`)
  const ok = lost === 0 && duplicated === 0 && problems.length === 0
  lines[name] =
    `${name} acked=${acked} stored=${stored} lost=${lost} duplicated=${duplicated} ${ok ? 'ok' : 'FAILED'}`
  if (!ok) process.exitCode = 1
}

async function oneByOne(names: string[]): Promise<void> {
  for (const name of names) await tryFault(name)
}

await Promise.all(lanes.map(oneByOne))
await oneByOne(Object.keys(faults).filter((name) => !lanes.flat().includes(name)))
for (const name of Object.keys(faults)) if (lines[name] !== undefined) console.log(lines[name])
