import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { root } from '../sources.ts'

type Step = { name: string; command: string }
type Result = { name: string; ok: boolean; seconds: number }

/** Incremental: the compiler does not check unchanged files again. */
const types = (project: string, name: string) =>
  `tsc -p ${project} --incremental --tsBuildInfoFile node_modules/.cache/types-${name}.tsbuildinfo`

/** The steps for the web need the compiled texts. */
const first: Step = { name: 'texts', command: 'npm run texts --silent --if-present -w web' }

/** The longest first, so that no long step is left at the end. */
const steps: Step[] = [
  { name: 'types: web', command: types('web', 'web') },
  { name: 'types: server, contract and tools', command: types('.', 'server') },
  { name: 'format and lint', command: 'biome check --error-on-warnings .' },
  { name: 'import rules', command: 'node scripts/checks/import-rules.ts' },
  { name: 'dead code', command: 'knip' },
  { name: 'budgets', command: 'node scripts/checks/budget.ts' },
  { name: 'openapi', command: 'node server/src/main.ts openapi --check' },
  { name: 'lockfile', command: 'node scripts/checks/lockfile.ts' },
]
/** It checks types twice more, and fails only if code outside the registries refers to the sample. */
const onlyInCi: Step[] = [
  { name: 'types and import rules without the shop', command: 'node scripts/checks/without-shop.ts' },
]
if (process.env.CI !== undefined) steps.unshift(...onlyInCi)

/** The output of a step is shown when it ends, because several run in parallel. */
async function run({ name, command }: Step): Promise<Result> {
  const started = Date.now()
  const child = spawn(`(${command}) 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'], cwd: root })
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  console.log(`\n== ${name}\n${said.trimEnd()}`)
  return { name, ok: status === 0, seconds: (Date.now() - started) / 1000 }
}

const results = [await run(first)]
const waiting = steps.values()
const lanes = Array.from({ length: availableParallelism() }, async () => {
  for (const step of waiting) results.push(await run(step))
})
await Promise.all(lanes)

console.log('\n== summary')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(5)} s  ${name}`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
