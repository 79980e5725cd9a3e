import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../processes.ts'
import { root } from '../sources.ts'

type Lockfile = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

/** The commit of the previous release: CONTRIBUTING.md says when it changes. */
export const previousRelease = () => readFileSync(join(root, 'ops/previous-release'), 'utf8').trim()

/** False in a source archive without history or in a shallow clone. */
export const hasCommit = (commit: string) =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )

/**
 * The sources of a commit in a folder, with the packages of this tree: nothing is downloaded. The workspace
 * packages must be the folder's own, so every other package is linked individually.
 */
export async function unpackRelease(commit: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  const packages = (place: string) => {
    mkdirSync(join(folder, place), { recursive: true })
    for (const name of readdirSync(join(root, place)))
      if (name !== '@ats') symlinkSync(join(root, place, name), join(folder, place, name))
  }
  packages('node_modules')
  packages('server/node_modules')
  mkdirSync(join(folder, 'node_modules/@ats'))
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(join('../..', name), join(folder, 'node_modules/@ats', name))
}

/** Runtime dependencies that another version of the product declares differently. */
export function packagesThatDiffer(folder: string): string[] {
  const read = (place: string) => {
    const { packages } = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as Lockfile
    return new Map(
      Object.entries(packages)
        .filter(([name, { dev, link }]) => name.includes('node_modules/') && !dev && !link)
        .map(([name, { version }]) => [name, version]),
    )
  }
  const [here, there] = [read(root), read(folder)]
  return [...there].filter(([name, version]) => here.get(name) !== version).map(([name]) => name)
}

/** Names and checksums of the migrations below a folder of sources. */
export const migrationsOf = (folder: string) =>
  readFileSync(join(folder, 'server/migrations/checksums'), 'utf8').trim().split('\n')
