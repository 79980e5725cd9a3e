import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './processes.ts'

/** The first source of this machine, for another release than its own. */
async function sourcesOf(release: string): Promise<string> {
  const text = await readFile('/etc/apt/sources.list.d/debian.sources', 'utf8')
  const [first = ''] = text.split(/\n\s*\n/)
  return `${first.replace(/^Suites:.*$/m, `Suites: ${release}`)}\n`
}

/** Unpacks packages of another release of Debian for a moment, without touching the system. */
export async function withPackages<T>(
  release: string,
  packages: string[],
  use: (files: string) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'ats-packages-'))
  try {
    await writeFile(join(dir, 'release.sources'), await sourcesOf(release))
    await mkdir(join(dir, 'lists', 'partial'), { recursive: true })
    await mkdir(join(dir, 'cache', 'archives', 'partial'), { recursive: true })
    const isolated = [
      ...['-o', `Dir::Etc::sourcelist=${dir}/release.sources`, '-o', 'Dir::Etc::sourceparts=-'],
      // What is installed here may be newer than anything that this source has.
      ...['-o', 'Dir::State::status=/dev/null'],
      ...['-o', `Dir::State::lists=${dir}/lists`, '-o', `Dir::Cache=${dir}/cache`],
    ]
    await run('apt-get', [...isolated, 'update'], { cwd: dir })
    await run('apt-get', [...isolated, 'download', ...packages], { cwd: dir })
    const archives = (await readdir(dir)).filter((name) => name.endsWith('.deb'))
    for (const archive of archives) await run('dpkg-deb', ['-x', archive, 'files'], { cwd: dir })
    return await use(join(dir, 'files'))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
