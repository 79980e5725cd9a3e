import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheOf, fetchPackages } from '../debian-packages.ts'
import {
  answersAt,
  eventually,
  findOnPath,
  freePort,
  hasExited,
  startGuarded,
  stopProcess,
} from '../processes.ts'

export type Nats = {
  url: string
  monitor: string
  port: number
  dir: string
  stop(): Promise<void>
  /** Kills it immediately, as a power cut does. The store stays. */
  kill(): Promise<void>
}

type Options = {
  dir?: string
  port?: number
  monitorPort?: number
  /** Further lines of its configuration. */
  more?: string
  sync?: 'always' | 'sometimes'
}

const cached = () => join(cacheOf('nats'), 'usr/sbin/nats-server')

/** On the path, or fetched before. */
export const knownNats = (): string | null =>
  findOnPath('nats-server') ?? (existsSync(cached()) ? cached() : null)

/** On the path, or fetched once; null if neither works. */
export async function findNats(): Promise<string | null> {
  const known = knownNats()
  if (known !== null) return known
  // The version in Debian's stable release cannot sync every message, so sid's is used.
  await fetchPackages('nats', 'sid', ['nats-server']).catch(() => undefined)
  return knownNats()
}

const settings = (
  port: number,
  monitorPort: number,
  dir: string,
  { more = '', sync = 'always' }: Options,
) => `
listen: 127.0.0.1:${port}
http: 127.0.0.1:${monitorPort}
jetstream { store_dir: "${dir}/store"${sync === 'always' ? ', sync_interval: always' : ''} }
${more}
`

/** A NATS server that only this machine can reach. Without `dir` its store is deleted on stop. */
export async function startNats(options: Options = {}): Promise<Nats> {
  const binary = await findNats()
  if (binary === null)
    throw new Error('There is no nats-server on the path, and none could be fetched from Debian')
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'ats-nats-store-')))
  const [port, monitorPort] = [options.port ?? (await freePort()), options.monitorPort ?? (await freePort())]
  const file = join(dir, 'nats.conf')
  await writeFile(file, settings(port, monitorPort, dir, options))
  const server = startGuarded(binary, ['-c', file, '-l', join(dir, 'nats.log')], {
    ...{ onOrphaned: 'TERM', cwd: dir, stdio: 'ignore' },
  })
  const monitor = `http://127.0.0.1:${monitorPort}`
  await eventually(async () => hasExited(server) || (await isReady(monitor)), 30_000, 50)
  if (hasExited(server))
    throw new Error(`nats-server ended\n${await readFile(join(dir, 'nats.log'), 'utf8').catch(() => '')}`)
  return handle(server, { url: `nats://127.0.0.1:${port}`, monitor, port, dir }, options.dir === undefined)
}

const isReady = (monitor: string) => answersAt(`${monitor}/healthz`)

function handle(
  server: ChildProcess,
  facts: Pick<Nats, 'url' | 'monitor' | 'port' | 'dir'>,
  throwaway: boolean,
): Nats {
  return {
    ...facts,
    async stop() {
      await stopProcess(server, 'SIGTERM', 10_000)
      if (throwaway) await rm(facts.dir, { recursive: true, force: true, maxRetries: 5 })
    },
    kill: () => stopProcess(server, 'SIGKILL', 10_000),
  }
}
