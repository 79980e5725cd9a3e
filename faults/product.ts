import type { ChildProcess } from 'node:child_process'
import { ensureDatabase } from '../scripts/databases.ts'
import type { Postgres } from '../scripts/postgres.ts'
import { eventually, freePort, run, startGuarded, stopProcess } from '../scripts/processes.ts'
import { type Caller, signIn } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'

export type Product = Caller & {
  startWorker(): ChildProcess
  stop(): Promise<void>
}

/** The product on a new database, with somebody signed in and no worker yet. */
export async function startProduct(postgres: Postgres, database: string, folder: string): Promise<Product> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...{ DATABASE_URL: postgres.url(database), DATA_DIR: folder, DEMO: 'true', LOG_LEVEL: 'error' },
    ...{ PORT: `${port}`, ORIGIN: address },
  }
  await ensureDatabase(postgres.url(), database)
  for (const command of ['migrate', 'seed'])
    await run(process.execPath, ['server/src/main.ts', command], { cwd: root, env })
  const start = (part: string) =>
    startGuarded(process.execPath, ['server/src/main.ts', part], {
      ...{ onOrphaned: 'TERM', cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
    })
  const api = start('api')
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isReady, 30_000, 100)
  const headers = await signIn(address)
  return {
    address,
    headers,
    startWorker: () => start('worker'),
    stop: () => stopProcess(api, 'SIGTERM', 10_000),
  }
}
