import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../scripts/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres.ts'
import { stopProcess } from '../scripts/processes.ts'
import { callImports, untilImport } from '../scripts/product-calls.ts'
import type { Fault } from './ledger.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** In CI a shorter import with fewer kills; the whole takes three minutes. */
const isShort = process.env.CI !== undefined
const wantedKills = isShort ? 4 : 10
const rows = isShort ? 24_000 : 60_000
const tagOf = (index: number) => `E2801170${index.toString(16).toUpperCase().padStart(16, '0')}`

/** New assets, changes to what the first half of another import made, and a few wrong rows. */
function fileOf(from: number, to: number, model: string) {
  const lines = Array.from({ length: to - from }, (_, at) => {
    const city = (from + at) % 500 === 499 ? 'Atlantis' : 'Indore'
    return `${tagOf(from + at)},Office Chair,${city},${model}`
  })
  return `RFID Tag,Asset Name,City,Model\n${lines.join('\n')}\n`
}

async function importFile(product: RunningProduct, path: string, disturb?: () => Promise<void>) {
  const { _id } = await callImports(product, 'POST', '?fileName=assets.csv', await openAsBlob(path))
  await untilImport(product, _id, 'ready', disturb)
  await callImports(product, 'POST', `/${_id}/apply`)
  await untilImport(product, _id, 'done', disturb)
  return _id
}

/** What is so, whatever ids and times it got: every live asset, its tags, its ledger lines, and the counters. */
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

/** Kills the worker at random moments, and starts another as whoever runs it would. */
function killer(product: RunningProduct, random: () => number) {
  let worker = product.startWorker()
  let left = wantedKills
  let next = Date.now() + 1500
  return {
    kills: () => wantedKills - left,
    async disturb() {
      if (left === 0 || Date.now() < next) return
      worker.kill('SIGKILL')
      left -= 1
      worker = product.startWorker()
      next = Date.now() + 1000 + random() * 1500
    },
    stop: () => stopProcess(worker, 'SIGTERM', 20_000),
  }
}

/** One import whose worker is killed again and again, against the same one left in peace; then both are undone. */
export const imports: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-import-'))
  const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
  await writeFile(first, fileOf(0, rows / 2, 'A'))
  await writeFile(second, fileOf(rows / 4, rows, 'B'))
  try {
    const outcomes: { before: string[]; after: string[]; undone: string[]; ms: number }[] = []
    for (const database of ['peaceful', 'disturbed']) {
      const product = await startProduct(postgres, database, join(folder, database))
      const worker = product.startWorker()
      await importFile(product, first)
      await stopProcess(worker, 'SIGTERM', 20_000)
      const before = await truth(postgres, database)
      const workers = killer(product, random)
      const started = Date.now()
      const id = await importFile(product, second, database === 'disturbed' ? workers.disturb : undefined)
      const ms = Date.now() - started
      if (database === 'disturbed') say(`${workers.kills()} kills during one import`)
      const after = await truth(postgres, database)
      await callImports(product, 'POST', `/${id}/undo`)
      await untilImport(product, id, 'undone', database === 'disturbed' ? workers.disturb : undefined)
      outcomes.push({ before, after, undone: await truth(postgres, database), ms })
      await workers.stop()
      await product.stop()
    }
    return compare(outcomes as [Outcome, Outcome], say)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Outcome = { before: string[]; after: string[]; undone: string[]; ms: number }

function compare([peaceful, disturbed]: [Outcome, Outcome], say: (text: string) => void) {
  say(`${peaceful.after.length - 1} assets; ${peaceful.ms} ms in peace, ${disturbed.ms} ms with the kills`)
  const lost = differences(peaceful.after, disturbed.after).length
  const duplicated = differences(disturbed.after, peaceful.after).length
  // Undoing makes one version and one ledger line more, and changes nothing else.
  const plain = (lines: string[]) =>
    lines.map((line) => line.replace(/ v\d+ /, ' ').replace(/ events \d+$/, ''))
  const problems = [peaceful, disturbed].flatMap(({ before, undone }, at) => {
    const left =
      differences(plain(undone), plain(before)).length + differences(plain(before), plain(undone)).length
    return left === 0 ? [] : [`undo left ${left} differences in the ${['peaceful', 'disturbed'][at]} one`]
  })
  return { acked: peaceful.after.length, stored: disturbed.after.length, lost, duplicated, problems }
}
