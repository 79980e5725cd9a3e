import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import type { Caller } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import { type Swift, startSwift } from '../scripts/swift/swift.ts'
import { readConfig } from '../server/src/config.ts'
import { forgetPapers } from '../server/src/features/papers/upkeep.ts'
import { openDatabase } from '../server/src/kernel/db/db.ts'
import { endRows } from '../server/src/kernel/db/end-rows.ts'
import { openBucket } from '../server/src/kernel/files/bucket.ts'
import { openFiles } from '../server/src/kernel/files/open-files.ts'
import { namedPaperFiles, paperSweep } from '../server/src/kernel/files/paper-files.ts'
import { partPrefix } from '../server/src/kernel/files/store.ts'
import { clamd } from '../server/test/clamd.ts'
import type { Fault, Ledger } from './ledger.ts'
import {
  isWhole,
  keepOpening,
  keepUploading,
  newSite,
  paperStock,
  papersOn,
  type Site,
} from './paper-people.ts'
import { admit } from './people.ts'
import { type Product, productOf } from './product.ts'

const isShort = process.env.CI !== undefined
const rounds = Number(process.env.ROUNDS ?? (isShort ? 1 : 2))
const [uploaders, openers] = [6, 2]

type Part = 'api' | 'worker' | 'bucket'
type Place = { name: string; parts: readonly Part[]; env: Record<string, string>; swift?: Swift }
type Running = { site: Site; api: ChildProcess; worker: ChildProcess; kills: Record<Part, number> }

/** Waits until the people noticed the kill, and until they are at work again. */
async function noticed(
  { uploads }: Site,
  count: () => number,
  restart: () => Promise<void>,
): Promise<boolean> {
  const before = count()
  const seen = await eventually(() => count() > before, 15_000)
  await restart()
  const acked = uploads.acked.size
  return (await eventually(() => uploads.acked.size > acked, 30_000)) && seen
}

/** Kills each part once with -9, in the middle of uploads, and starts it again. */
async function killRound(product: Product, { swift, parts }: Place, running: Running, random: () => number) {
  const { site, kills } = running
  const { uploads, state } = site
  const restartApi = async () => {
    running.api = (await product.startApi(Number(new URL(site.address).port))).process
  }
  const trials: Record<Part, () => Promise<boolean>> = {
    api: async () => {
      running.api.kill('SIGKILL')
      return noticed(site, () => uploads.cut, restartApi)
    },
    bucket: async () => {
      await swift?.killProxy()
      return noticed(
        site,
        () => uploads.refused,
        async () => swift?.startProxy(),
      )
    },
    worker: async () => {
      running.worker.kill('SIGKILL')
      running.worker = product.startWorker()
      return noticed(
        site,
        () => uploads.acked.size,
        async () => {},
      )
    },
  }
  const problems: string[] = []
  for (const part of parts) {
    await delay(1000 + random() * 1000)
    state.phase = { name: `a kill of the ${part}`, cutsCalls: part !== 'worker' }
    if (await trials[part]()) kills[part] += 1
    else problems.push(`nobody noticed that the ${part} was killed, or nobody worked afterwards`)
    state.phase = { name: 'calm', cutsCalls: false }
  }
  return problems
}

const isScanned = async (url: string) =>
  (await onDatabase(url, "select from papers where scan = 'waiting' limit 1")).length === 0

/** Compares what the assets list now with what was confirmed, and opens all of it. */
async function compared(site: Site, headers: Caller['headers']): Promise<Ledger> {
  const { acked } = site.uploads
  const listed = new Map<string, number>()
  let stored = 0
  for (const asset of site.assets)
    for (const paper of await papersOn(site, headers, asset)) {
      listed.set(paper._id, (listed.get(paper._id) ?? 0) + 1)
      const known = acked.get(paper._id)
      const isSame = known?.asset === asset && known.sha256 === paper.sha256
      if ((await isWhole(site, headers, paper)) && isSame) stored += 1
    }
  const duplicated = [...listed].filter(([id, times]) => times > 1 || !acked.has(id)).length
  return { acked: acked.size, stored, lost: acked.size - stored, duplicated, problems: [] }
}

/** The names of all files of papers, unfinished ones too. */
async function storedNames({ swift }: Place, folder: string): Promise<string[]> {
  const keys =
    swift === undefined
      ? (await readdir(join(folder, 'papers'), { recursive: true })).filter((name) => name.includes('/'))
      : (await Array.fromAsync(openBucket(swift.settings).list('papers/'))).flat().map(({ key }) => key)
  return keys.map((key) => basename(key))
}

/** The clean-up, as if a day had passed. Afterwards there is exactly what the papers need. */
async function cleanedUp(postgres: Postgres, place: Place, folder: string, say: (text: string) => void) {
  const url = postgres.url(place.name)
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, DEMO: 'true', ...place.env })
  const { db, close } = openDatabase(url, config.databaseLimits)
  try {
    const before = await storedNames(place, folder)
    const { papers } = openFiles(config)
    const untouched = async function* (part: number) {
      yield before.filter((name) => name.startsWith(partPrefix(part)))
    }
    await onDatabase(url, "update paper_uploads set expires_at = now() - interval '1 second'")
    await endRows(db, config.keepDays)
    await forgetPapers({ db, papers })
    const removed = await paperSweep({ db, papers: { ...papers, untouched } })()
    const needed = await onDatabase<{ name: string }>(url, namedPaperFiles)
    const names = new Set(needed.map(({ name }) => name))
    const left = await storedNames(place, folder)
    const rows = await onDatabase(url, 'select from paper_uploads union all select from paper_chunks')
    const unlinked = await onDatabase(
      url,
      'select from papers where not exists (select from paper_links where paper_id = papers.id)',
    )
    say(`${place.name}: ${before.length} files, ${removed} cleaned up, ${names.size} needed`)
    return [
      ...(left.every((name) => names.has(name)) ? [] : ['files were left that no paper needs']),
      ...(left.length === names.size ? [] : [`${left.length} files were left, but ${names.size} are needed`]),
      ...(removed > 0 ? [] : ['there was nothing to clean up']),
      ...(rows.length === 0 ? [] : [`${rows.length} rows of uploads were left`]),
      ...(unlinked.length === 0 ? [] : [`${unlinked.length} papers have no record`]),
    ]
  } finally {
    await close()
  }
}

type Context = Parameters<Fault>[0]

/** People upload to one kind of store and open what they see, while its parts are killed. */
async function disturbed(postgres: Postgres, place: Place, dir: string, { random, say }: Context) {
  const url = postgres.url(place.name)
  const folder = join(dir, place.name)
  await ensureDatabase(postgres.url(), place.name)
  const product = productOf(postgres, place.name, folder, root, place.env)
  for (const command of ['migrate', 'seed']) await product.finish(command)
  const { address, process: api } = await product.startApi()
  const assets = await onDatabase<{ id: string }>(url, ...paperStock(12))
  const site = await newSite({ address, assets: assets.map(({ id }) => id), random })
  const running: Running = {
    site,
    api,
    worker: product.startWorker(),
    kills: { api: 0, worker: 0, bucket: 0 },
  }
  try {
    const sessions = await admit(url, uploaders + openers)
    const people = sessions.map((headers, at) =>
      (at < uploaders ? keepUploading : keepOpening)(site, headers),
    )
    const problems: string[] = []
    for (let round = 0; round < rounds; round += 1)
      problems.push(...(await killRound(product, place, running, random)))
    site.state.stopped = true
    await Promise.all(people)
    const began = Date.now()
    if (!(await eventually(() => isScanned(url), 90_000, 200))) problems.push('papers were not scanned')
    const waited = ((Date.now() - began) / 1000).toFixed(0)
    const ledger = await compared(site, sessions[0] ?? {})
    const { uploads } = site
    say(
      `${place.name}: ${JSON.stringify(running.kills)} kills, ${uploads.cut} requests cut off, ${uploads.refused} refused for now, ` +
        `${uploads.acked.size} uploads complete, ${uploads.resumed} of them resumed, ${uploads.givenUp} given up, ` +
        `${uploads.opened} papers opened; all scanned after ${waited} s`,
    )
    if (uploads.resumed === 0) problems.push('no upload was resumed')
    problems.push(...[...uploads.strange].map(([what, times]) => `${times} times: ${what}`))
    problems.push(...(await cleanedUp(postgres, place, folder, say)))
    return { ...ledger, problems }
  } finally {
    site.state.stopped = true
    for (const part of [running.worker, running.api]) await stopProcess(part, 'SIGTERM', 10_000)
  }
}

const nothing: Ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] }

/** People upload papers to a disk and to a bucket; API server, worker and bucket are killed with -9 meanwhile. */
export const papers: Fault = async (context) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-papers-'))
  const postgres = await startPostgres()
  const swift = await startSwift()
  const scanner = await clamd()
  const { url, accessKeyId, secretAccessKey, region } = swift.settings
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region }
  const scanned = { CLAMD_URL: `tcp://127.0.0.1:${scanner.port}` }
  const places: Place[] = [
    { name: 'on_a_disk', parts: ['api'], env: {} },
    {
      name: 'in_a_bucket',
      parts: ['api', 'worker', 'bucket'],
      env: { ...scanned, S3_URL: url, ...keys },
      swift,
    },
  ]
  const all: Ledger = { ...nothing, problems: [] }
  try {
    const trials = places.map(async (place) => {
      const ledger = await disturbed(postgres, place, dir, context).catch(({ message }: Error) => ({
        ...nothing,
        problems: [message],
      }))
      for (const key of ['acked', 'stored', 'lost', 'duplicated'] as const) all[key] += ledger[key]
      all.problems.push(...ledger.problems.map((problem) => `${place.name}: ${problem}`))
    })
    await Promise.all(trials)
    return all
  } finally {
    scanner.stop()
    await swift.stop()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
