import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { stopProcess } from '../scripts/processes.ts'
import { callImports, untilImport } from '../scripts/product-calls.ts'
import type { Fault } from './ledger.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** In CI the import is shorter with fewer kills; the full run takes three minutes. */
const isShort = process.env.CI !== undefined
const wantedKills = isShort ? 2 : 10
const wantedUndoKills = isShort ? 1 : 5
const rows = isShort ? 12_000 : 60_000
const tagOf = (index: number) => `E2801170${index.toString(16).toUpperCase().padStart(16, '0')}`

/** Assets that lose a brand which is deleted afterwards, so that their change cannot be undone. */
const losesBrand = (index: number) => index % 400 === 3
const retired = 'Retired'

/** New assets, changes to assets that another import created, and a few wrong rows. */
function fileOf(from: number, to: number, model: string) {
  const lines = Array.from({ length: to - from }, (_, at) => {
    const index = from + at
    const city = index % 500 === 499 ? 'Atlantis' : 'Indore'
    const brand = model === 'A' && index >= rows / 4 && losesBrand(index) ? retired : ''
    return `${tagOf(index)},Office Chair,${city},${model},${brand}`
  })
  return `RFID Tag,Asset Name,City,Model,Brand\n${lines.join('\n')}\n`
}

/** The assets above that are in both files; all of them must stay as they are when the second import is undone. */
const toStay = Array.from({ length: rows / 4 }, (_, at) => rows / 4 + at).filter(
  (index) => losesBrand(index) && index % 500 !== 499,
).length

async function importFile(product: RunningProduct, path: string, disturb?: () => Promise<void>) {
  const { _id } = await callImports(product, 'POST', '?fileName=assets.csv', await openAsBlob(path))
  await untilImport(product, _id, 'ready', disturb)
  await callImports(product, 'POST', `/${_id}/apply`)
  await untilImport(product, _id, 'done', disturb)
  return _id
}

/** The data regardless of ids and times: every live asset, its tags, its ledger entries, and the counters. */
const truth = (postgres: Postgres, database: string) =>
  onDatabase<{ line: string }>(
    postgres.url(database),
    `select line from (
      select format('%s %s v%s tags %s events %s', rfid_tag, model, version,
        (select count(*) from asset_tags t where t.asset_id = a.id and t.detached_at is null),
        (select count(*) from events e where e.record_kind = 'asset' and e.record_id = a.id)) as line
      from assets a where deleted_at is null
      union all select 'counted ' || sum(live) from asset_counters c join places p on p.id = c.place_id where p.kind = 'city'
    ) as lines order by line`,
  ).then((lines) => lines.map(({ line }) => line))

const differences = (one: string[], other: string[]) => {
  const there = new Set(other)
  return one.filter((line) => !there.has(line))
}

/** Kills the worker at random moments, and starts another as a supervisor would. */
function killer(product: RunningProduct, random: () => number) {
  let worker = product.startWorker()
  let kills = 0
  let next = Date.now() + 1500
  return {
    kills: () => kills,
    /** Kills at most this many times in total, however often it is called. */
    disturb: (most: number) => async () => {
      if (kills >= most || Date.now() < next) return
      worker.kill('SIGKILL')
      kills += 1
      worker = product.startWorker()
      next = Date.now() + 1000 + random() * 1500
    },
    stop: () => stopProcess(worker, 'SIGTERM', 20_000),
  }
}

/** Deletes the brand that no asset uses any more. */
async function deleteRetired({ address, headers }: RunningProduct) {
  const brands = `${address}/api/v1/masters/brand`
  const answer = await fetch(`${brands}?search=${retired}`, { headers })
  const { records } = (await answer.json()) as { records: { id: string }[] }
  const { status } = await fetch(`${brands}/${records[0]?.id}`, { method: 'DELETE', headers })
  if (status !== 200) throw new Error(`Deleting the brand answered ${status}`)
}

type Outcome = { before: string[]; after: string[]; undone: string[]; kept: number; ms: number }

/**
 * Two imports; during the second one and its undo the worker is killed now and then, unless this is the
 * undisturbed run.
 */
async function outcomeOf(
  postgres: Postgres,
  product: RunningProduct,
  database: string,
  [first, second]: [string, string],
  { random, say }: Parameters<Fault>[0],
): Promise<Outcome> {
  const isDisturbed = database === 'disturbed'
  const worker = product.startWorker()
  await importFile(product, first)
  await stopProcess(worker, 'SIGTERM', 20_000)
  const before = await truth(postgres, database)
  const workers = killer(product, random)
  const started = Date.now()
  const id = await importFile(product, second, isDisturbed ? workers.disturb(wantedKills) : undefined)
  const ms = Date.now() - started
  const kills = workers.kills()
  const after = await truth(postgres, database)
  await deleteRetired(product)
  await callImports(product, 'POST', `/${id}/undo`)
  const meanwhile = isDisturbed ? workers.disturb(kills + wantedUndoKills) : undefined
  const { kept } = await untilImport(product, id, 'undone', meanwhile)
  if (isDisturbed) say(`${kills} kills during one import, ${workers.kills() - kills} during its undo`)
  await workers.stop()
  return { before, after, undone: await truth(postgres, database), kept, ms }
}

/**
 * One import whose worker is killed repeatedly, against the same import undisturbed. Then both are undone,
 * except for some rows that cannot be undone.
 */
export const imports: Fault = async (given) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-import-'))
  const files: [string, string] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
  await writeFile(files[0], fileOf(0, rows / 2, 'A'))
  await writeFile(files[1], fileOf(rows / 4, rows, 'B'))
  try {
    const outcomes: Outcome[] = []
    for (const database of ['peaceful', 'disturbed']) {
      const product = await startProduct(postgres, database, join(folder, database))
      outcomes.push(await outcomeOf(postgres, product, database, files, given))
      await product.stop()
    }
    return compare(outcomes as [Outcome, Outcome], given.say)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function compare([peaceful, disturbed]: [Outcome, Outcome], say: (text: string) => void) {
  say(`${peaceful.after.length - 1} assets; ${peaceful.ms} ms in peace, ${disturbed.ms} ms with the kills`)
  say(`rows that stay after the undo: ${peaceful.kept} in peace, ${disturbed.kept} with the kills`)
  const lost = differences(peaceful.after, disturbed.after).length
  const duplicated = differences(disturbed.after, peaceful.after).length
  // Undoing adds one version and one ledger entry, and changes nothing else.
  const plain = (lines: string[]) =>
    lines.map((line) => line.replace(/ v\d+ /, ' ').replace(/ events \d+$/, ''))
  const problems = [peaceful, disturbed].flatMap(({ before, undone, kept }, at) => {
    const [gone, left] = [plain(before), plain(undone)]
    const found = [differences(left, gone).length, differences(gone, left).length, kept]
    return found.every((count) => count === toStay)
      ? []
      : [
          `${toStay} rows should stay in the ${['peaceful', 'disturbed'][at]} one, but there are ${found.join(', ')}`,
        ]
  })
  const undone = differences(peaceful.undone, disturbed.undone).length
  if (undone > 0) problems.push(`${undone} assets are not the same after the undo with kills`)
  return { acked: peaceful.after.length, stored: disturbed.after.length, lost, duplicated, problems }
}
