import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

type Lockfile = { packages: Record<string, { resolved?: string; link?: boolean; integrity?: string }> }

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
const problems = Object.entries(packages).flatMap(([name, { resolved, link, integrity }]) => {
  if (!name.startsWith('node_modules/') || link) return []
  if (resolved) return [`${name} names an address; install with omit-lockfile-registry-resolved`]
  return integrity ? [] : [`${name} has no checksum`]
})

for (const problem of problems) console.error(problem)
console.log(
  `${Object.keys(packages).length} packages, every one checked by its checksum and none by an address`,
)
process.exitCode = problems.length > 0 ? 1 : 0
