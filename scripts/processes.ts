import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type User = { uid: number; gid: number }

/** Lets another user's process reach files below a folder such as /root; access(2) also needs the securebit. */
const passThroughClosedFolders = [
  ...['--securebits', '+no_setuid_fixup'],
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'],
]

/**
 * Starts a process in its own session, so that a Ctrl-C meant for us does not reach it before we stop it in
 * order. If we die without stopping it, even by kill -9, the Linux kernel sends it `onOrphaned`.
 */
export function startGuarded(
  command: string,
  args: string[],
  options: SpawnOptions & { onOrphaned: 'INT' | 'TERM' | 'KILL'; as?: User | null; bypassPaths?: boolean },
): ChildProcess {
  const { onOrphaned, as, bypassPaths, ...rest } = options
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv') : null
  if (!setpriv) return spawn(command, args, { detached: true, ...rest, ...as })
  const identity = as ? ['--reuid', `${as.uid}`, '--regid', `${as.gid}`, '--clear-groups'] : []
  const reach = bypassPaths ? passThroughClosedFolders : []
  const guard = [...identity, ...reach, '--pdeathsig', onOrphaned, '--', command, ...args]
  return spawn(setpriv, guard, { detached: true, ...rest })
}

export function findOnPath(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/bin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Sends the signal, waits for the end, and kills after the grace period. */
export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  if (hasExited(child) || child.pid === undefined) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

/** Runs a command to its end and returns its output; an error contains its error output. */
export async function run(command: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  const errors: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const [code, signal] = await once(child, 'close')
  if (code === 0) return output.join('')
  throw new Error(`${command} ended with ${code ?? signal}\n${errors.join('') || output.join('')}`)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port')
  return address.port
}

const patienceMs = 5000

/** Whether the address responds with success. */
export const answersAt = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits until the condition holds; false if it did not within the time. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 20,
) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (await condition()) return true
    await delay(everyMs)
  }
  return condition()
}
