import type { ChildProcess } from 'node:child_process'
import { ensureDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { answersAt, eventually, freePort, run, startGuarded, stopProcess } from '../scripts/processes.ts'
import { type Caller, signIn } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'

export type Product = {
  /** Runs a command of the product to its end. */
  finish(...words: string[]): Promise<string>
  /** On a free port, or on the port of the process that it replaces. */
  startApi(
    port?: number,
    settings?: Record<string, string>,
  ): Promise<{ address: string; process: ChildProcess }>
  startWorker(): ChildProcess
}

/** The product from a source folder, on a database; no process is started yet. */
export function productOf(
  postgres: Postgres,
  database: string,
  folder: string,
  sources = root,
  more: Record<string, string> = {},
): Product {
  const env = {
    ...process.env,
    ...more,
    ...{ DATABASE_URL: postgres.url(database), DATA_DIR: folder, DEMO: 'true', LOG_LEVEL: 'error' },
    ORIGIN: 'http://127.0.0.1',
  }
  const start = (part: string, more = {}) =>
    startGuarded(process.execPath, ['server/src/main.ts', part], {
      ...{ onOrphaned: 'TERM', cwd: sources, stdio: ['ignore', 'ignore', 'inherit'] },
      env: { ...env, ...more },
    })
  return {
    finish: (...words) => run(process.execPath, ['server/src/main.ts', ...words], { cwd: sources, env }),
    async startApi(wanted, settings) {
      const port = wanted ?? (await freePort())
      const address = `http://127.0.0.1:${port}`
      const api = start('api', { PORT: `${port}`, ORIGIN: address, ...settings })
      await eventually(() => isReady(address), 120_000, 100)
      return { address, process: api }
    },
    startWorker: () => start('worker'),
  }
}

/** The product on a new database with demo data; no process is started yet. */
export async function prepareProduct(
  postgres: Postgres,
  database: string,
  folder: string,
  sources?: string,
): Promise<Product> {
  const product = productOf(postgres, database, folder, sources)
  await ensureDatabase(postgres.url(), database)
  for (const command of ['migrate', 'seed']) await product.finish(command)
  return product
}

const isReady = (address: string) => answersAt(`${address}/readyz`)

export type RunningProduct = Caller & Pick<Product, 'startWorker'> & { stop(): Promise<void> }

/** Starts one API server and signs somebody in; no worker runs yet. */
export async function startProduct(
  postgres: Postgres,
  database: string,
  folder: string,
): Promise<RunningProduct> {
  const { startApi, startWorker } = await prepareProduct(postgres, database, folder)
  const { address, process: api } = await startApi()
  const headers = await signIn(address)
  return { address, headers, startWorker, stop: () => stopProcess(api, 'SIGTERM', 10_000) }
}
