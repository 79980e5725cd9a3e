import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findOnPath, run } from '../processes.ts'
import { root } from '../sources.ts'

const suite = 'bookworm'

/** The Debian mirror of this machine's apt, in either format of its source lists. */
export function debianMirror(lists: readonly string[]): string {
  const mentions = lists.flatMap((text) => [
    ...Array.from(text.matchAll(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)/gm), ([, url, name]) => ({
      url,
      name,
    })),
    ...Array.from(text.matchAll(/^URIs:\s*(\S+)[\s\S]*?^Suites:\s*(\S+)/gm), ([, url, name]) => ({
      url,
      name,
    })),
  ])
  const found = mentions.find(({ name }) => name === suite)?.url
  if (found === undefined) throw new Error(`This machine's apt has no source of Debian ${suite}`)
  return found
}

const aptLists = () =>
  ['/etc/apt/sources.list', ...globSync('/etc/apt/sources.list.d/*')]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))

/** The npm of this machine, whichever Node it came with. */
function npmFolder(): string {
  const npm = process.env.npm_execpath ?? findOnPath('npm')
  if (npm === null) throw new Error('There is no npm here')
  return join(dirname(realpathSync(npm)), '..')
}

/**
 * Replaces the official Node image if no image registry is reachable: Debian from this machine's mirror, the
 * Node of this project and this machine's npm. It trusts the certificates that this machine trusts.
 */
export async function makeBaseImage(
  buildah: (...words: string[]) => Promise<string>,
  name: string,
  scratch: string,
) {
  const context = join(scratch, 'base')
  const system = join(context, 'rootfs')
  mkdirSync(context)
  const log = await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    suite,
    system,
    debianMirror(aptLists()),
  ])
  if (!existsSync(join(system, 'etc/passwd'))) throw new Error(log)
  rmSync(join(system, 'var/cache/apt'), { recursive: true, force: true })
  rmSync(join(system, 'var/lib/apt/lists'), { recursive: true, force: true })
  const into = (path: string) => join(system, 'usr/local', path)
  copyFileSync(join(root, 'node_modules/node/bin/node'), into('bin/node'))
  chmodSync(into('bin/node'), 0o755)
  mkdirSync(into('lib/node_modules'), { recursive: true })
  cpSync(npmFolder(), into('lib/node_modules/npm'), { recursive: true, dereference: true })
  writeFileSync(
    into('bin/npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  )
  await run('chroot', [system, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    mkdirSync(dirname(join(system, certificates)), { recursive: true })
    copyFileSync(certificates, join(system, certificates))
  }
  const environment = certificates ? `ENV NODE_EXTRA_CA_CERTS=${certificates}\n` : ''
  writeFileSync(join(context, 'Dockerfile'), `FROM scratch\nCOPY rootfs /\n${environment}CMD ["node"]\n`)
  await buildah('bud', '--format', 'docker', '-t', name, context)
  rmSync(context, { recursive: true, force: true })
}
