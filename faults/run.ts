import { bulk } from './bulk.ts'
import { databaseFails } from './database.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { type Fault, type Ledger, seededRandom } from './ledger.ts'
import { streamsCutOff } from './live.ts'
import { migrations } from './migrations.ts'

const faults: Record<string, Fault> = {
  migrations,
  imports,
  exports,
  bulk,
  live: streamsCutOff,
  database: databaseFails,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(
    `There is no fault called ${unknown.join(', ')}; there are: ${Object.keys(faults).join(', ')}`,
  )
  process.exit(2)
}

/** A fault that could not even be tried counts as failed. */
const broken = (error: Error): Ledger => ({
  acked: 0,
  stored: 0,
  lost: 0,
  duplicated: 0,
  problems: [error.message],
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const lines: string[] = []
for (const [name, fault] of Object.entries(faults)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const say = (text: string) => console.log(`  ${name}: ${text}`)
  const { acked, stored, lost, duplicated, problems } = await fault({
    random: seededRandom(seed),
    say,
  }).catch(broken)
  problems.forEach(say)
  const ok = lost === 0 && duplicated === 0 && problems.length === 0
  lines.push(
    `${name} acked=${acked} stored=${stored} lost=${lost} duplicated=${duplicated} ${ok ? 'ok' : 'FAILED'}`,
  )
  if (!ok) process.exitCode = 1
}
for (const line of lines) console.log(line)
