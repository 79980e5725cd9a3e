import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import {
  answersAt,
  eventually,
  freePort,
  hasExited,
  run,
  startGuarded,
  stopProcess,
} from '../scripts/processes.ts'
import { type Caller, signIn } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import { webDir } from '../scripts/web-build.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'

export const database = 'ats'
/** As in ops/Dockerfile and package.json. */
const flags = ['--max-semi-space-size=16']

export type Product = Caller & {
  api: ChildProcess
  /** Address of the API's metrics. */
  metrics: string
  worker: ChildProcess
  /** Where the product keeps its files. */
  folder: string
  /** Runs a command of the product to its end. */
  ats(...command: string[]): Promise<string>
  /** Replaces both processes by new ones. */
  renew(): Promise<void>
  /** Starts another API server and returns its address; it stops with the others. */
  addApi(settings?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

/**
 * The product as it runs in production, with a signed-in person, on a new database with demo data or on the
 * kept one. `seeded` is called after seeding, before any process connects; `log` is an open file for the
 * output of both processes.
 */
export async function startProduct(
  postgres: Postgres,
  assets?: number | 'kept' | { inIndore: number },
  seeded: (folder: string) => Promise<void> = async () => {},
  log: number | 'ignore' = 'ignore',
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'ats-bench-files-'))
  const [port, metricsPort] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url(database),
    DATA_DIR: folder,
    DEMO: 'true',
    UPLOAD_MB: '10000',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    METRICS_PORT: `${metricsPort}`,
    ORIGIN: address,
    ...(existsSync(webDir) && { WEB_DIR: webDir }),
  }
  if (assets === 'kept') await ats(env, 'migrate')
  else await fillDatabase(postgres, env, assets)
  await seeded(folder)
  let running = await startBoth(address, env, log)
  const more: ChildProcess[] = []
  const stop = async () => {
    for (const api of more) await stopProcess(api, 'SIGTERM', 10_000)
    await stopBoth(running)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const headers = await signIn(address, demoSignIn, address)
    return {
      ...{ address, headers, metrics: `http://127.0.0.1:${metricsPort}/metrics`, stop, folder },
      ats: (...command) => ats(env, ...command),
      get api() {
        return running.api
      },
      get worker() {
        return running.worker
      },
      async addApi(settings) {
        const another = await freePort()
        const there = `http://127.0.0.1:${another}`
        const api = startPart('api', { ...env, PORT: `${another}`, METRICS_PORT: '', ...settings }, log)
        more.push(api)
        await untilReady(there, api)
        return there
      },
      async renew() {
        await stopBoth(running)
        running = await startBoth(address, env, log)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const ats = (env: NodeJS.ProcessEnv, ...command: string[]) =>
  run(process.execPath, ['server/src/main.ts', ...command], { cwd: root, env })

async function fillDatabase(
  postgres: Postgres,
  env: NodeJS.ProcessEnv,
  assets: number | { inIndore: number } | undefined,
) {
  await onDatabase(postgres.url(), `drop database if exists ${database} with (force)`)
  await ensureDatabase(postgres.url(), database)
  await ats(env, 'migrate')
  await ats(env, 'seed', ...sizeOf(assets))
  await run(join(postgres.bin ?? '', 'psql'), ['-qc', 'vacuum analyze', postgres.url(database)])
}

function sizeOf(assets: number | { inIndore: number } | undefined) {
  if (assets === undefined) return []
  return typeof assets === 'number'
    ? ['--assets', `${assets}`]
    : ['--assets', `${assets.inIndore}`, '--city', 'indore']
}

type Both = Pick<Product, 'api' | 'worker'>

const startPart = (part: string, env: NodeJS.ProcessEnv, log: number | 'ignore') =>
  startGuarded(process.execPath, [...flags, 'server/src/main.ts', part], {
    onOrphaned: 'TERM',
    cwd: root,
    env,
    stdio: ['ignore', log, 'inherit'],
  })

/** Resolves once the API responds, or has exited. */
async function untilReady(address: string, api: ChildProcess) {
  const answers = () => answersAt(`${address}/readyz`)
  await eventually(async () => hasExited(api) || (await answers()), 120_000, 100)
}

async function startBoth(address: string, env: NodeJS.ProcessEnv, log: number | 'ignore'): Promise<Both> {
  const worker = startPart('worker', { ...env, METRICS_PORT: '' }, log)
  const api = startPart('api', env, log)
  await untilReady(address, api)
  return { api, worker }
}

async function stopBoth({ api, worker }: Both) {
  await stopProcess(worker, 'SIGTERM', 30_000)
  await stopProcess(api, 'SIGTERM', 10_000)
}
