import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'
import { signIn } from '../scripts/product-calls.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'
import { type Call, measureCalls } from './calls.ts'
import { load, loadEach } from './load.ts'
import { type Bench, compare, type Effort, type Measurement } from './measurement.ts'
import { fillPapers, meanBytes, mustHaveRoom } from './paper-tree.ts'
import { signedIn } from './people.ts'
import { database, type Product, startProduct } from './product.ts'

const assets = 20_000
const say = (name: string, text: string) => console.log(`${name}: ${text}`)

/** The property with the fewest papers and an asset there; and the asset with the most papers. */
const samples = `with links as (select record_id, count(*) as papers from paper_links group by 1),
    seen as (select assets.id, property_id, papers from assets join links on links.record_id = assets.id),
    least as (select property_id from seen group by 1 order by sum(papers), 1 limit 1)
  select (select id from seen order by papers desc, id limit 1) as most, seen.id as usual, property_id as property
  from seen join least using (property_id) order by seen.id limit 1`
type Samples = { most: string; usual: string; property: string }

/** Lists of papers as an administrator, and as a person who sees one property. */
async function lists(postgres: Postgres, product: Product, effort: Effort) {
  const [sample] = await onDatabase<Samples>(postgres.url(database), samples)
  if (sample === undefined) throw new Error('No asset has papers')
  const ofProperty = { mark: '@property', places: [`'${sample.property}'::uuid`] }
  const people = [
    { mark: '', headers: product.headers },
    ...(await signedIn(postgres, product, [ofProperty])),
  ]
  const calls = people.flatMap(({ mark, headers }): Call[] => {
    const call = (name: string, path: string, limit: number) => ({
      ...{ name: `papers-${name}${mark}`, path: `/api/v1/papers${path}`, limit, headers },
    })
    // Of a list of 200 most time goes into its JSON, which the bare engine does not write.
    const rare = `${effort.papers - 1}`
    return [
      call('list', `?kind=asset&recordId=${sample.usual}`, 0.1),
      ...(mark === '' ? [call('list-of-200', `?kind=asset&recordId=${sample.most}`, 0.05)] : []),
      call('newest', '/search?search=', 0.15),
      call('find-common', '/search?search=warranty', 0.15),
      call('find-rare', `/search?search=${rare}`, 0.15),
    ]
  })
  const measured = await measureCalls(postgres, product, calls, effort)
  for (const { name, path, headers } of calls) {
    const alone = { seconds: Math.min(2, effort.seconds), connections: 1 }
    const { p50, p95 } = await load(product.address, path, headers, alone)
    say(name, `one at a time: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  }
  return measured
}

type Stored = { id: string; hash: string }

const randomPapers = (postgres: Postgres, count: number) =>
  onDatabase<Stored>(postgres.url(database), `select id, hash from papers order by random() limit ${count}`)

const downloadsAtOnce = 4

/** Opens papers that nobody opened before; against reading as many other files. */
async function opened(postgres: Postgres, product: Product, effort: Effort): Promise<Measurement> {
  const count = Math.min(2000, Math.floor(effort.papers / 4))
  const bare = async () => {
    const hashes = (await randomPapers(postgres, count)).map(({ hash }) => hash).values()
    const started = performance.now()
    const reader = async () => {
      for (const hash of hashes) await readFile(join(product.folder, 'papers', hash.slice(0, 2), hash))
    }
    await Promise.all(Array.from({ length: downloadsAtOnce }, reader))
    return count / ((performance.now() - started) / 1000)
  }
  const download = async () => {
    const paths = (await randomPapers(postgres, count)).map(({ id }) => `/api/v1/papers/${id}/file`)
    return loadEach(product.address, paths, product.headers, downloadsAtOnce)
  }
  const best = await compare(effort.rounds, bare, download, {
    bare: (perSecond) => perSecond,
    api: ({ perSecond }) => perSecond,
  })
  const { perSecond, p50, p95, p99 } = best.api
  const rate = ((perSecond * meanBytes) / 1e6).toFixed(0)
  say(
    'papers-open',
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${rate} MB/s, ${downloadsAtOnce} at a time`,
  )
  return { name: 'papers-open', bare: best.bare, api: perSecond, p50, p99, limit: 0.1 }
}

async function seconds(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** By hand: a copy on the disk, and the checksums of its files. */
async function byHand(folder: string, copy: string) {
  const took = await seconds(async () => {
    await run('cp', ['-r', folder, copy])
    await run('sync', ['-f', copy])
    await run('sh', ['-c', 'find "$0" -type f -print0 | xargs -0 sha256sum > "$0.sha256"', copy])
  })
  for (const path of [copy, `${copy}.sha256`]) await rm(path, { recursive: true })
  return took
}

/** Opens some papers after the restore, and compares them with their checksum. */
async function wrongAfterwards(postgres: Postgres, { address }: Product) {
  const headers = await signIn(address, demoSignIn, address)
  let wrong = 0
  for (const { id, hash } of await randomPapers(postgres, 500)) {
    const answer = await fetch(`${address}/api/v1/papers/${id}/file`, { headers })
    const sum = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
    if (sum.digest('hex') !== hash) wrong += 1
  }
  if (wrong > 0) throw new Error(`${wrong} of 500 papers are missing or others after the restore`)
}

/** A backup and a restore with checksums, each against a copy by hand. */
async function backedUp(postgres: Postgres, product: Product, bytes: number): Promise<Measurement[]> {
  const backups = `${product.folder}-backups`
  const megabytes = bytes / 1e6
  try {
    const bare = megabytes / (await byHand(join(product.folder, 'papers'), `${product.folder}-copy`))
    say('papers-by-hand', `${bare.toFixed(0)} MB/s copied and summed`)
    let said = ''
    const backup = await seconds(async () => {
      said = (await product.ats('backup', '--to', backups)).trim()
    })
    say('papers-backup', `${(megabytes / backup).toFixed(0)} MB/s; ${said}`)
    const from = said.slice(0, said.indexOf(':'))
    const restore = await seconds(async () => {
      said = (await product.ats('restore', '--from', from, '--verify')).trim()
    })
    say('papers-restore', `${(megabytes / restore).toFixed(0)} MB/s; ${said.split('\n')[0]}`)
    await wrongAfterwards(postgres, product)
    const measured = { bare, p50: 0, p99: 0, limit: 0.33 }
    return [
      { ...measured, name: 'papers-backup', api: megabytes / backup },
      { ...measured, name: 'papers-restore', api: megabytes / restore },
    ]
  } finally {
    for (const path of [backups, `${product.folder}-copy`]) await rm(path, { recursive: true, force: true })
  }
}

/** Papers of 200 kB on assets: lists, downloads, backup and restore. */
export const papers: Bench = async (postgres, effort) => {
  await mustHaveRoom(tmpdir(), effort.papers)
  let bytes = 0
  const fill = async (folder: string) => {
    const took = await seconds(async () => {
      bytes = await fillPapers(postgres.url(database), join(folder, 'papers'), effort.papers)
    })
    say(
      'papers',
      `${effort.papers} of ${(bytes / 1e9).toFixed(1)} GB in total, written in ${took.toFixed(0)} s`,
    )
  }
  const product = await startProduct(postgres, assets, fill)
  try {
    const found = await lists(postgres, product, effort)
    const open = await opened(postgres, product, effort)
    return [...found, open, ...(await backedUp(postgres, product, bytes))]
  } finally {
    await product.stop()
  }
}
