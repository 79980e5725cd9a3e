import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'
import { type Advisory, advisoriesOf, judge, type Reviewed } from './audit-judgement.ts'

/**
 * Compares the runtime dependencies with known advisories. High and critical advisories fail unless
 * ops/audit-reviewed.json lists them with a reason and a last day. If no registry is reachable, the result is
 * unknown, and the output says so.
 */
function main(): number {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    ...{ cwd: root, encoding: 'utf8', timeout: 120_000, maxBuffer: 64 * 2 ** 20 },
  })
  const advisories = advisoriesOf(stdout ?? '')
  if (advisories === null) {
    console.log('not audited: the registry does not answer questions about advisories')
    return 0
  }
  const reviewed = JSON.parse(readFileSync(join(root, 'ops/audit-reviewed.json'), 'utf8')) as Reviewed[]
  const today = new Date().toISOString().slice(0, 10)
  const { open, accepted, leftOver } = judge(advisories, reviewed, today)
  const show = ({ severity, name, title, url }: Advisory) => `${severity}: ${name}: ${title} ${url}`
  for (const advisory of accepted) console.log(`reviewed, ${show(advisory)}`)
  for (const { advisory } of leftOver)
    console.log(`${advisory} is reviewed and not found: take it off the list`)
  for (const advisory of open) console.error(show(advisory))
  console.log(`${advisories.length} advisories, ${accepted.length} reviewed, ${open.length} to be dealt with`)
  return open.length > 0 ? 1 : 0
}

process.exitCode = main()
