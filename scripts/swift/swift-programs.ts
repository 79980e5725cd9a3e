import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { cacheOf, fetchPackages } from '../debian-packages.ts'
import { run } from '../processes.ts'

/** OpenStack Swift below a folder laid out like the root of a Debian, which may be the machine's own root. */
export type SwiftPrograms = { folder: string; python: string; env: Record<string, string> }

const python = '/usr/bin/python3'
const needed = ['proxy', 'account', 'container', 'object'].map((part) => `usr/bin/swift-${part}-server`)

/** Installed, or fetched before. */
export function knownSwift(): SwiftPrograms | null {
  const holdsAll = (folder: string) => needed.every((path) => existsSync(join(folder, path)))
  const folder = existsSync(python) ? ['/', cacheOf('swift')].find(holdsAll) : undefined
  if (folder === undefined) return null
  const env = {
    PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
    LD_LIBRARY_PATH: globSync(join(folder, 'usr/lib/*-linux-gnu')).join(delimiter),
  }
  return { folder, python, env }
}

/** Installed, or fetched once; null if neither works. */
export const findSwift = async (): Promise<SwiftPrograms | null> =>
  knownSwift() ?? (await fetchSwift().catch(() => null))

/** The servers and their imports. Not uwsgi and rsync, which only services need; libxml2 comes with PostgreSQL. */
const packages = [
  ...['python3-swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  ...['python3-eventlet', 'python3-greenlet', 'python3-dnspython', 'python3-pastedeploy'],
  ...['python3-pyeclib', 'liberasurecode1', 'python3-xattr', 'python3-cffi', 'python3-netifaces'],
  ...['python3-cffi-backend', 'python3-lxml', 'python3-six'],
  ...['python3-pkg-resources', 'python3-requests', 'python3-urllib3', 'python3-idna', 'python3-certifi'],
  ...['python3-chardet', 'python3-charset-normalizer'],
]

/** From the machine's own release, because the modules are built for its Python; no service is installed or started. */
async function fetchSwift(): Promise<SwiftPrograms | null> {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  await fetchPackages('swift', release, packages, (files) =>
    run(python, ['-m', 'compileall', '-q', join(files, 'usr/lib/python3/dist-packages')]),
  )
  return knownSwift()
}
