import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isReachable, unprivilegedAccount } from '../accounts.ts'
import { eventually, freePort, hasExited, run, startGuarded, stopProcess, type User } from '../processes.ts'
import { type Binaries, findBinaries } from './postgres-binaries.ts'

export type Postgres = {
  url(database?: string): string
  port: number
  dir: string
  /** The folder of psql, pg_dump and pgbench; null if the binaries came from npm without them. */
  bin: string | null
  stop(): Promise<void>
  /** Kills the server and its sessions immediately, as a power cut does. The data stay. */
  kill(): Promise<void>
}

type Options = {
  dir?: string
  /** The folder of a stopped server: without `dir`, this one starts with a copy of its data. */
  from?: string
  port?: number
  settings?: Record<string, string>
}
type Cluster = { dir: string; binaries: Binaries; user: User | null; bypassPaths: boolean }

const role = 'ats'

/** For data that may be lost in a power cut: nothing waits for the disk. */
export const unsynced = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts a PostgreSQL that only this machine can reach, with the superuser `ats` and no password. Without
 * `dir` the data are deleted on stop.
 */
export async function startPostgres(options: Options = {}): Promise<Postgres> {
  const throwaway = options.dir === undefined
  const dir =
    options.dir === undefined ? await mkdtemp(join(tmpdir(), 'ats-postgres-')) : resolve(options.dir)
  try {
    if (throwaway && options.from !== undefined) await run('cp', ['-a', `${options.from}/.`, dir])
    const cluster = await prepareCluster(dir, throwaway)
    await endLeftover(dir)
    await writeFile(ownerFile(dir), `${process.pid}`)
    const port = options.port ?? (await freePort())
    const server = await launch(cluster, port, options.settings ?? {})
    return handle(cluster, server, port, throwaway)
  } catch (error) {
    if (throwaway) await rm(dir, { recursive: true, force: true })
    throw error
  }
}

function handle(
  { dir, binaries }: Cluster,
  server: ChildProcess,
  port: number,
  throwaway: boolean,
): Postgres {
  const discard = () => discardAtExit(server, dir)
  if (throwaway) process.once('exit', discard)
  return {
    url: (database = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    port,
    dir,
    bin: binaries.tools ? binaries.folder : null,
    async stop() {
      await stopProcess(server, 'SIGINT', 20_000)
      process.off('exit', discard)
      if (throwaway) await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
    async kill() {
      await killWithSessions(server)
    },
  }
}

async function prepareCluster(dir: string, throwaway: boolean): Promise<Cluster> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const versionFile = join(dir, 'PG_VERSION')
  const exists = existsSync(versionFile)
  const binaries = await findBinaries(exists ? Number(await readFile(versionFile, 'utf8')) : null)
  const user = await unprivilegedUser(exists ? dir : null)
  if (user) await chown(dir, user.uid, user.gid)
  const bypassPaths = user !== null && !(await isReachable(user, [dir, binaries.folder]))
  const cluster = { dir, binaries, user, bypassPaths }
  if (!exists) await initialise(cluster, throwaway ? ['--no-sync'] : [])
  return cluster
}

/** PostgreSQL refuses to run as root; null if we are not root. */
async function unprivilegedUser(existing: string | null): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  if (existing) {
    const owner = await stat(existing)
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return unprivilegedAccount('postgres', 'nobody')
}

/** The folder is renamed into place only when complete, so an interrupted start leaves no half-made one behind. */
async function initialise(cluster: Cluster, extra: string[]): Promise<void> {
  const { binaries, dir, user } = cluster
  const draft = `${dir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (user) await chown(draft, user.uid, user.gid)
  const recipe = ['-D', draft, '-U', role, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', ...extra]
  const child = startAsUser(cluster, join(binaries.folder, 'initdb'), recipe, ['ignore', 'ignore', 'pipe'])
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const [code] = await once(child, 'close')
  if (code === 0) return rename(draft, dir)
  await rm(draft, { recursive: true, force: true })
  throw new Error(`initdb ended with ${code}\n${errors.join('')}`)
}

async function launch(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const { dir, binaries } = cluster
  const always = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', lc_messages: 'C' },
    // A query over years of the ledger locks every month.
    max_locks_per_transaction: '256',
  }
  const flags = Object.entries({ ...always, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const logFile = join(dir, 'server.log')
  const log = openSync(logFile, 'w')
  const args = ['-D', dir, '-p', `${port}`, ...flags]
  const server = startAsUser(cluster, join(binaries.folder, 'postgres'), args, ['ignore', log, log])
  closeSync(log)
  await eventually(() => hasExited(server) || isReady(dir, server.pid), 60_000)
  if (!hasExited(server) && isReady(dir, server.pid)) return server
  await stopProcess(server, 'SIGQUIT', 2_000)
  throw new Error(`PostgreSQL did not start\n${readFileSync(logFile, 'utf8')}`)
}

function startAsUser(
  cluster: Cluster,
  command: string,
  args: string[],
  stdio: ('ignore' | 'pipe' | number)[],
) {
  const { user, bypassPaths } = cluster
  return startGuarded(command, args, { onOrphaned: 'INT', as: user, bypassPaths, cwd: '/', stdio })
}

function isReady(dir: string, pid: number | undefined): boolean {
  const lines = lockFile(dir)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function lockFile(dir: string): string[] {
  const file = join(dir, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/**
 * After we were killed with -9, the server may still run, or its lock file may name a process id that has
 * been reused. A server whose owner is alive is left alone.
 */
async function endLeftover(dir: string): Promise<void> {
  const pid = Number(lockFile(dir)[0] ?? 0)
  if (!pid) return
  if (await isServerOf(pid, dir)) {
    const owner = Number(await readFile(ownerFile(dir), 'utf8').catch(() => 0))
    if (owner && isAlive(owner)) throw new Error(`${dir} is in use by process ${owner}`)
    process.kill(pid, 'SIGINT')
    if (!(await eventually(async () => !(await isServerOf(pid, dir)), 10_000))) process.kill(pid, 'SIGQUIT')
    await eventually(async () => !(await isServerOf(pid, dir)), 5_000)
  }
  await rm(join(dir, 'postmaster.pid'), { force: true })
}

const ownerFile = (dir: string) => join(dir, 'owner.pid')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function isServerOf(pid: number, dir: string): Promise<boolean> {
  const command = existsSync('/proc/self/cmdline')
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await run('ps', ['-o', 'command=', '-p', `${pid}`]).catch(() => '')
  return command.includes('postgres') && command.includes(dir)
}

/** An exit handler cannot await, so it polls until the lock file is gone: a running server writes into the folder. */
function discardAtExit(server: ChildProcess, dir: string): void {
  server.kill('SIGQUIT')
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 100 && lockFile(dir).length > 0; tries++) Atomics.wait(clock, 0, 0, 20)
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

async function killWithSessions(server: ChildProcess): Promise<void> {
  if (hasExited(server) || server.pid === undefined) return
  const listed = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').catch(() => '')
  const exited = once(server, 'exit')
  for (const pid of [server.pid, ...listed.split(' ').filter(Boolean).map(Number)]) killQuietly(pid)
  await exited
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The session ended in between.
  }
}
