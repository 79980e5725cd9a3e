import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hasExited, startGuarded, stopProcess, type User } from '../processes.ts'
import type { Program } from './programs.ts'

/** A process that can be killed and started again; no supervisor restarts it. */
export type Service = {
  name: string
  start(): void
  /** Kills it immediately, as a power cut does. */
  kill(): Promise<void>
  stop(): Promise<void>
  isRunning(): boolean
  pid(): number
  /** How often it exited unexpectedly. */
  deaths(): number
  /** The last lines of its log. */
  lastWords(): Promise<string>
}

type Options = {
  user: User | null
  log: string
  cwd: string
  env?: NodeJS.ProcessEnv
  graceMs?: number
  /** For fetched programs in a folder that the other user may not enter. */
  bypassPaths?: boolean
}

export function newService(name: string, program: Program, args: string[], options: Options): Service {
  let child: ChildProcess | undefined
  let isEnding = false
  let deaths = 0
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true
    if (child !== undefined) await stopProcess(child, signal, options.graceMs ?? 15_000)
  }
  const isRunning = () => child !== undefined && !hasExited(child)
  return {
    name,
    isRunning,
    start() {
      if (isRunning()) return
      isEnding = false
      const log = openSync(options.log, 'a')
      child = startGuarded(program.command, [...program.first, ...args], {
        ...{ onOrphaned: 'TERM', as: options.user, cwd: options.cwd, stdio: ['ignore', log, log] },
        bypassPaths: options.user !== null && options.bypassPaths === true,
        env: { ...process.env, ...options.env },
      })
      closeSync(log)
      child.once('exit', () => {
        if (!isEnding) deaths += 1
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pid: () => child?.pid ?? 0,
    deaths: () => deaths,
    lastWords: async () =>
      (await readFile(options.log, 'utf8').catch(() => '')).split('\n').slice(-15).join('\n'),
  }
}

/** Kills a PostgreSQL that Patroni started, with its sessions, or requests a shutdown. */
export async function endPostmaster(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const [pid] = (await readFile(`${dataDir}/postmaster.pid`, 'utf8').catch(() => '')).split('\n')
  if (!pid) return
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!command.includes('postgres')) return
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const sessions = signal === 'SIGKILL' ? listed.split(' ').filter(Boolean) : []
  for (const victim of [pid, ...sessions])
    await new Promise((resolve) =>
      spawn('kill', [`-${signal.slice(3)}`, victim], { stdio: 'ignore' }).once('exit', resolve),
    )
}
