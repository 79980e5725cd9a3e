import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedAccount } from '../accounts.ts'
import { cacheOf, fetchPackages } from '../debian-packages.ts'
import { findBinaries } from '../postgres/postgres-binaries.ts'
import { findOnPath, run, type User } from '../processes.ts'
import { findNats } from '../readers/nats.ts'

/** A program and its leading arguments. */
export type Program = { command: string; first: string[] }

export type Programs = {
  patroni: Program
  etcd: Program
  haproxy: Program
  nats: Program
  /** Null if no PgBouncer with support for prepared statements can run. */
  pgbouncer: Program | null
  postgresFolder: string
}

const packageOf = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

/** Debian's packages; missing ones are installed, which needs root. */
export async function findPrograms(say: (text: string) => void): Promise<Programs> {
  const names = Object.keys(packageOf) as (keyof typeof packageOf)[]
  const missing = names.filter((name) => findOnPath(name) === null).map((name) => packageOf[name])
  if (missing.length > 0) {
    say(`installing ${missing.join(', ')}`)
    const install = ['install', '-y', '--no-install-recommends', ...missing]
    await run('apt-get', install, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const [patroni, etcd, haproxy] = names.map((name) => ({ command: findOnPath(name) ?? name, first: [] }))
  const nats = await findNats()
  if (nats === null) throw new Error('There is no nats-server on the path, and none could be fetched')
  const { folder, tools } = await findBinaries(null)
  if (!tools) throw new Error("Patroni needs Debian's PostgreSQL, with its tools")
  if (!patroni || !etcd || !haproxy) throw new Error('Patroni, etcd and HAProxy are needed')
  const pgbouncer = await findPgbouncer().catch(() => null)
  if (pgbouncer === null) say('no PgBouncer of 1.21 or newer: the api connects without it')
  return { patroni, etcd, haproxy, nats: { command: nats, first: [] }, pgbouncer, postgresFolder: folder }
}

const oldestMinor = 21
const cached = () => cacheOf('pgbouncer')

async function isNewEnough({ command, first }: Program): Promise<boolean> {
  const text = await run(command, [...first, '-V'])
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(text) ?? []
  return Number(major) > 1 || Number(minor) >= oldestMinor
}

/** The PgBouncer of this machine if it is new enough, otherwise Debian 13's with the libraries it was built for. */
export async function findPgbouncer(): Promise<Program> {
  const installed = findOnPath('pgbouncer')
  if (installed !== null && (await isNewEnough({ command: installed, first: [] })))
    return { command: installed, first: [] }
  if (!existsSync(cached())) await fetchPackages('pgbouncer', 'trixie', packages)
  const libraries = join(cached(), 'usr/lib/x86_64-linux-gnu')
  const program = {
    command: join(libraries, 'ld-linux-x86-64.so.2'),
    first: ['--library-path', libraries, join(cached(), 'usr/sbin/pgbouncer')],
  }
  if (await isNewEnough(program)) return program
  throw new Error('The PgBouncer that was fetched is too old')
}

const packages = [
  ...['pgbouncer', 'libc6', 'libcares2', 'libevent-2.1-7t64', 'libpam0g', 'libssl3t64', 'libsystemd0'],
  ...['libcap2', 'libaudit1', 'libcap-ng0', 'libzstd1', 'zlib1g'],
]

/** PostgreSQL and PgBouncer must not run as root; null if we are not root. */
export const serverUser = (): Promise<User | null> => unprivilegedAccount('postgres')
