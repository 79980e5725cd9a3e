import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../processes.ts'
import { root } from '../sources.ts'

type Lockfile = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

/** The commit that installations run before this version: CONTRIBUTING.md says when it moves. */
export const previousRelease = () => readFileSync(join(root, 'ops/previous-release'), 'utf8').trim()

/** A copy of the sources without their history, and a shallow clone, know only one commit. */
export const hasCommit = (commit: string) =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )

/**
 * The sources of a commit in a folder, with this tree's packages: nothing is fetched. The workspaces among them have to be the
 * folder's own, so every package is linked by itself.
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

/** Packages that the product runs on and that another version of it names differently. */
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
