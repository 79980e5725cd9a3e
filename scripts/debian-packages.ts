import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './processes.ts'

/** The cache for files of fetched packages, laid out as below the root of a Debian. */
export const cacheOf = (name: string) =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ats', name)

/** The first package source of this machine, for a release other than its own. */
async function sourcesOf(release: string): Promise<string> {
  const text = await readFile('/etc/apt/sources.list.d/debian.sources', 'utf8')
  const [first = ''] = text.split(/\n\s*\n/)
  return `${first.replace(/^Suites:.*$/m, `Suites: ${release}`)}\n`
}

/** Unpacks packages of a Debian release into the cache, without touching the system. */
export async function fetchPackages(
  name: string,
  release: string,
  packages: string[],
  prepare?: (files: string) => Promise<unknown>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'ats-packages-'))
  try {
    await unpack(dir, release, packages)
    const files = join(dir, 'files')
    await prepare?.(files)
    await mkdir(dirname(cacheOf(name)), { recursive: true })
    // Several processes may fetch at the same time; each renames a complete folder into place, and the first one stays.
    const own = `${cacheOf(name)}.${randomUUID()}`
    await cp(files, own, { recursive: true, verbatimSymlinks: true })
    await rename(own, cacheOf(name)).catch(() => rm(own, { recursive: true, force: true }))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function unpack(dir: string, release: string, packages: string[]) {
  await writeFile(join(dir, 'release.sources'), await sourcesOf(release))
  await mkdir(join(dir, 'lists', 'partial'), { recursive: true })
  await mkdir(join(dir, 'cache', 'archives', 'partial'), { recursive: true })
  const isolated = [
    ...['-o', `Dir::Etc::sourcelist=${dir}/release.sources`, '-o', 'Dir::Etc::sourceparts=-'],
    // The packages installed here may be newer than those of this source.
    ...['-o', 'Dir::State::status=/dev/null'],
    ...['-o', `Dir::State::lists=${dir}/lists`, '-o', `Dir::Cache=${dir}/cache`],
  ]
  await run('apt-get', [...isolated, 'update'], { cwd: dir })
  await run('apt-get', [...isolated, 'download', ...packages], { cwd: dir })
  const archives = (await readdir(dir)).filter((name) => name.endsWith('.deb'))
  for (const archive of archives) await run('dpkg-deb', ['-x', archive, 'files'], { cwd: dir })
}
