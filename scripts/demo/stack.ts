import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { demoSignIn } from '../../server/src/features/identity/demo.ts'
import { ensureDatabase } from '../postgres/databases.ts'
import { startPostgres, unsynced } from '../postgres/postgres.ts'
import { answersAt, eventually, hasExited, startGuarded, stopProcess } from '../processes.ts'
import { root } from '../sources.ts'

type Environment = Record<string, string>

/** The processes of a demo, started in order and stopped in reverse order, whatever ends it. */
function newStack() {
  const stops: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined

  async function stop(exitCode: number): Promise<void> {
    stopping ??= (async () => {
      for (const stopOne of stops.reverse()) await stopOne()
    })()
    await stopping
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  stopWithNpm(() => void stop(0))

  /** If a process ends, the demo ends, unless the process is optional. */
  function start(name: string, args: string[], env: Environment, { isOptional = false } = {}): ChildProcess {
    const child = startGuarded(process.execPath, args, {
      onOrphaned: 'TERM',
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', process.stderr, process.stderr],
    })
    stops.push(() => stopProcess(child, 'SIGTERM', 10_000))
    child.once('exit', (code, signal) => {
      if (stopping || code === 0) return
      console.error(`${name} ended with ${code ?? signal}`)
      if (!isOptional) void stop(1)
    })
    return child
  }

  return {
    stop,
    start,
    addStop: (stopOne: () => Promise<void>) => void stops.push(stopOne),
    async finish(name: string, args: string[], env: Environment): Promise<void> {
      const child = start(name, args, env)
      const [code] = await once(child, 'exit')
      // The failure stops the stack; the following steps must not run in the meantime.
      if (code !== 0) await new Promise(() => undefined)
    },
  }
}

/** npm forwards signals, but cannot if it is killed with -9. */
function stopWithNpm(stop: () => void): void {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => process.ppid !== parent && stop(), 500).unref()
}

export type Stack = ReturnType<typeof newStack>

const demoAssets = 2500

/**
 * PostgreSQL with the demo data. `DEMO_DIR` overrides the folder .demo, and `DEMO_ASSETS` the number of
 * assets (0 for none). `DEMO_UNSYNCED` turns off waiting for the disk.
 */
export async function startDemoDatabase(stack: Stack): Promise<Environment> {
  const dir = resolve(process.env.DEMO_DIR ?? join(root, '.demo'))
  if (process.argv.includes('--fresh')) await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  const postgres = await startPostgres({
    dir: join(dir, 'postgres'),
    settings: process.env.DEMO_UNSYNCED ? unsynced : {},
  })
  stack.addStop(() => postgres.stop())
  await ensureDatabase(postgres.url(), 'ats')
  const env = {
    DATABASE_URL: postgres.url('ats'),
    DATA_DIR: join(dir, 'files'),
    DEMO: 'true',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  }
  await stack.finish('migrate', ['server/src/main.ts', 'migrate'], env)
  const assets = process.env.DEMO_ASSETS ?? `${demoAssets}`
  const seed = assets === '0' ? ['seed'] : ['seed', '--assets', assets]
  await stack.finish('seed', ['server/src/main.ts', ...seed], env)
  return env
}

/** Waits until the address responds with 200, then prints the one line with the address and the credentials. */
export async function announce(server: ChildProcess, address: string, probe: string): Promise<void> {
  const answers = () => answersAt(`${address}${probe}`)
  const ready = await eventually(async () => hasExited(server) || (await answers()), 60_000, 100)
  if (!ready || hasExited(server)) throw new Error(`${address} does not answer`)
  sayReady(address)
}

export const sayReady = (address: string) =>
  console.log(`ready ${address} ${demoSignIn.email} ${demoSignIn.password}`)

/** Starts the stack, and stops everything again if that fails. */
export async function runStack(startAll: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = newStack()
  try {
    await startAll(stack)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    await stack.stop(1)
  }
}
