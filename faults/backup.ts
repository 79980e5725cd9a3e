import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { answersAt, eventually, run, stopProcess } from '../scripts/processes.ts'
import { signIn } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import type { Fault } from './ledger.ts'
import { admit, type Calls, startPeople } from './people.ts'
import { prepareProduct } from './product.ts'
import { storedWrites } from './writes.ts'

const database = 'backed_up'
const isShort = process.env.CI !== undefined
const assets = Number(process.env.ASSETS ?? (isShort ? 5000 : 200_000))
const people = isShort ? 10 : 50

type Env = Record<string, string>

const ats = (env: Env, ...words: string[]) =>
  run(process.execPath, ['--max-semi-space-size=16', 'server/src/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...env },
  })

async function timed<T>(work: () => Promise<T>): Promise<[T, string]> {
  const began = Date.now()
  const result = await work()
  return [result, `${((Date.now() - began) / 1000).toFixed(1)} s`]
}

/** Every file below a folder with its SHA-256; equal maps mean equal folders. */
async function checksums(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const sums = new Map<string, string>()
  for (const path of files)
    sums.set(
      path.slice(folder.length),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  return sums
}

const sameSums = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].filter(([name, sum]) => after.get(name) !== sum).length

/** Takes a backup while people write, then wipes everything under the running API, restores it and compares. */
export const backedUpUnderLoad: Fault = async ({ random, say }) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-backup-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const files = join(dir, 'files')
  const env = { DATABASE_URL: postgres.url(database), DATA_DIR: files, BACKUP_DIR: join(dir, 'backups') }
  try {
    const product = await prepareProduct(postgres, database, files)
    const demo = { ...env, DEMO: 'true', LOG_LEVEL: 'error' }
    const [, seeding] = await timed(() => ats(demo, 'seed', '--assets', `${assets}`))
    say(`${assets} assets seeded in ${seeding}`)
    const { address, process: api } = await product.startApi()
    const worker = product.startWorker()
    try {
      const sessions = await admit(postgres.url(database), people)
      const load = startPeople(address, sessions, random)
      await delay(isShort ? 1000 : 5000)
      const before = { acked: new Set(load.calls.acked), files: await checksums(join(files, 'images')) }
      const backup = await backUpUnder(load.calls, env, say)
      load.during({ name: 'the wipe', cutsCalls: true })
      await load.stop()
      await wipe(postgres, files)
      const [said, restoring] = await timed(() => ats(env, 'restore', '--from', backup, '--verify'))
      say(`wiped, restored and verified in ${restoring}: ${said.trim()}`)
      const problems = await problemsAfter({ address, api, worker }, before.files, join(files, 'images'), say)
      return { ...(await compare(postgres, load.calls, before.acked, say)), problems }
    } finally {
      for (const part of [worker, api]) await stopProcess(part, 'SIGTERM', 10_000)
    }
  } finally {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function backUpUnder(calls: Calls, env: Env & { BACKUP_DIR: string }, say: (text: string) => void) {
  const acked = calls.acked.size
  const [said, seconds] = await timed(() => ats(env, 'backup'))
  const meanwhile = calls.acked.size - acked
  say(`backed up in ${seconds} while ${meanwhile} writes were acked: ${said.trim().split('/').at(-1)}`)
  const [name] = await readdir(env.BACKUP_DIR)
  return join(env.BACKUP_DIR, name ?? '')
}

async function wipe(postgres: Postgres, files: string) {
  await onDatabase(postgres.url(), `drop database ${database} with (force)`)
  await rm(files, { recursive: true })
  await mkdir(files)
}

type Running = { address: string; api: { exitCode: number | null }; worker: { exitCode: number | null } }

/** The processes are not restarted: they must reconnect to the restored database. */
async function problemsAfter(
  { address, api, worker }: Running,
  files: Map<string, string>,
  folder: string,
  say: (text: string) => void,
) {
  const isReady = () => answersAt(`${address}/readyz`)
  const [ready, waited] = await timed<boolean>(() => eventually(isReady, 20_000, 20))
  const signedIn = await signIn(address).then(
    () => true,
    () => false,
  )
  const different = sameSums(files, await checksums(folder))
  say(
    `ready ${waited} after the restore, signed in: ${signedIn}; ${files.size} pictures, ${different} different`,
  )
  return [
    ...(ready ? [] : ['the api did not get ready again']),
    ...(signedIn ? [] : ['nobody could sign in']),
    ...(different === 0 ? [] : [`${different} pictures are missing or others`]),
    ...(api.exitCode === null && worker.exitCode === null ? [] : ['a process died']),
  ]
}

/** Writes acknowledged before the backup began must exist; later ones may, and none may exist twice. */
async function compare(postgres: Postgres, calls: Calls, acked: Set<string>, say: (text: string) => void) {
  const counts = await storedWrites(postgres.url(database))
  const isStored = (key: string) => counts.record.has(key) && counts.line.has(key)
  const stored = [...acked].filter(isStored).length
  const later = [...calls.acked].filter((key) => !acked.has(key))
  say(`of ${later.length} writes acked later ${later.filter(isStored).length} are in the backup`)
  const half = [...calls.sent].filter((key) => counts.record.has(key) !== counts.line.has(key)).length
  const twice = [...calls.sent].filter((key) => (counts.record.get(key) ?? 0) > 1).length
  return { acked: acked.size, stored, lost: acked.size - stored + half, duplicated: twice }
}
