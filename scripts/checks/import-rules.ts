import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../processes.ts'
import { root, sourceFiles } from '../sources.ts'

const folders = ['contract', 'packages', 'server', 'web', 'e2e', 'bench', 'faults', 'scripts'].filter(
  (folder) => existsSync(join(root, folder)),
)
const report = await run('depcruise', ['--config', '.dependency-cruiser.cjs', ...folders], {
  cwd: root,
}).catch((error: Error) => {
  process.exitCode = 1
  return error.message
})
console.log(report.trim())

// If dependency-cruiser cannot read TypeScript, it finds no modules and thus no violations.
const seen = Number(/(\d+) modules/.exec(report)?.[1] ?? 0)
const written = folders.flatMap((folder) => sourceFiles(`${folder}/**/*.{ts,tsx}`)).length
if (seen < written) {
  console.error(`Only ${seen} of ${written} files were read`)
  process.exitCode = 1
}
