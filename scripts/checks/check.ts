import { spawnSync } from 'node:child_process'
import { root } from '../sources.ts'

const steps = [
  { name: 'texts', command: 'npm run texts --silent --if-present -w web' },
  { name: 'format and lint', command: 'biome check --error-on-warnings .' },
  { name: 'types: server, contract and tools', command: 'tsc -p .' },
  { name: 'types: web', command: 'tsc -p web' },
  { name: 'import rules', command: 'node scripts/checks/import-rules.ts' },
  { name: 'dead code', command: 'knip' },
  { name: 'types and import rules without the shop', command: 'node scripts/checks/without-shop.ts' },
  { name: 'openapi', command: 'node server/src/main.ts openapi --check' },
  { name: 'budgets', command: 'node scripts/checks/budget.ts' },
  { name: 'lockfile', command: 'node scripts/checks/lockfile.ts' },
]

const results = steps.map(({ name, command }) => {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', cwd: root })
  return { name, ok: status === 0, seconds: (Date.now() - started) / 1000 }
})

console.log('\n== summary')
for (const { name, ok, seconds } of results) {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(5)} s  ${name}`)
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
