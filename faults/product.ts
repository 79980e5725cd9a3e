import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase } from '../scripts/databases.ts'
import type { Postgres } from '../scripts/postgres.ts'
import { eventually, freePort, run, startGuarded, stopProcess } from '../scripts/processes.ts'
import { root } from '../scripts/sources.ts'

export type Apis = {
  /** The first is the one that comes to harm. */
  processes: [ChildProcess, ...ChildProcess[]]
  addresses: string[]
  /** The address of one that stays. */
  signInAt: string
  stop(): Promise<void>
}

/** Several api processes on one new database with demo data. */
export async function startApis(postgres: Postgres, database: string, count: number): Promise<Apis> {
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-'))
  const common = {
    ...process.env,
    ...{ DATABASE_URL: postgres.url(database), DATA_DIR: folder, DEMO: 'true', LOG_LEVEL: 'error' },
  }
  await ensureDatabase(postgres.url(), database)
  const env = { ...common, ORIGIN: 'http://127.0.0.1' }
  for (const command of ['migrate', 'seed'])
    await run(process.execPath, ['server/src/main.ts', command], { cwd: root, env })
  const processes: ChildProcess[] = []
  const addresses: string[] = []
  for (let one = 0; one < count; one += 1) {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    processes.push(
      startGuarded(process.execPath, ['server/src/main.ts', 'api'], {
        ...{ onOrphaned: 'TERM', cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
        env: { ...common, PORT: `${port}`, ORIGIN: address },
      }),
    )
    addresses.push(address)
    await eventually(() => isReady(address), 30_000, 100)
  }
  return {
    processes: processes as Apis['processes'],
    addresses,
    signInAt: addresses.at(-1) ?? '',
    async stop() {
      for (const one of processes) await stopProcess(one, 'SIGTERM', 10_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
