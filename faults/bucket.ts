import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDatabase } from '../scripts/postgres/databases.ts'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, hasExited, stopProcess } from '../scripts/processes.ts'
import {
  type Caller,
  callExports,
  callImports,
  signIn,
  untilExported,
  untilImport,
} from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import { type Swift, startSwift } from '../scripts/swift/swift.ts'
import { type Bucket, openBucket } from '../server/src/kernel/files/bucket.ts'
import type { Fault } from './ledger.ts'
import { type Product, productOf } from './product.ts'

const database = 'in_a_bucket'
const isShort = process.env.CI !== undefined
/** Each has two objects; a bucket lists a thousand objects per page. */
const pictures = isShort ? 20 : 600
const rows = isShort ? 1000 : 20_000
/** Large enough that the upload to the bucket takes a while. */
const largeBytes = 100_000_000

type Site = {
  one: Caller
  two: Caller
  folder: string
  swift: Swift
  bucket: Bucket
  say: (text: string) => void
}

const pictureOf = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="${number % 400}" height="150"/></svg>`

async function register({ address, headers }: Caller, number: number): Promise<string> {
  const form = new FormData()
  const fields = { rfidTag: `PICTURED-${number}`, assetName: 'Chair', location: 'indore' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('image', new Blob([pictureOf(number)], { type: 'image/svg+xml' }), 'chair.svg')
  const answer = await fetch(`${address}/api/assets/register`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`An asset with a picture was refused: ${answer.status} ${text}`)
  return (JSON.parse(text) as { asset: { image: string } }).asset.image
}

async function checksumAt({ address, headers }: Caller, path: string): Promise<string> {
  const answer = await fetch(`${address}${path}`, { headers })
  const sum = createHash('sha256').update(await answer.bytes())
  return answer.ok ? sum.digest('hex') : `${answer.status}`
}

/** Each image is stored through one API server and read from the other; returns what was read. */
async function keepPictures({ one, two }: Site): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  for (let first = 0; first < pictures; first += 10) {
    const numbers = Array.from({ length: Math.min(10, pictures - first) }, (_, at) => first + at)
    const paths = await Promise.all(numbers.map((number) => register(one, number)))
    for (const path of paths) shown.set(path, await checksumAt(two, path))
  }
  return shown
}

const countKeys = async (bucket: Bucket, prefix: string) =>
  (await Array.fromAsync(bucket.list(prefix))).flat().length

/** Uploaded to one API server, read by the worker, applied through the other. */
async function importRows({ one, two }: Site): Promise<number> {
  const lines = Array.from({ length: rows }, (_, at) => `IMPORTED-${at},Table,Indore`)
  const file = new Blob([`RFID Tag,Asset Name,City\n${lines.join('\n')}\n`])
  const { _id } = await callImports(one, 'POST', '?fileName=assets.csv', file)
  await untilImport(two, _id, 'ready')
  await callImports(two, 'POST', `/${_id}/apply`)
  return (await untilImport(one, _id, 'done')).counts.new ?? 0
}

/** Requested from one API server, written by the worker, downloaded from the other. */
async function exportRows({ one, two }: Site) {
  const { id } = await callExports(one, 'POST', '', { list: 'assets', format: 'xlsx' })
  const said = await untilExported(two, id)
  const ticket = await fetch(`${two.address}/api/v1/exports/${id}/ticket`, {
    method: 'POST',
    headers: two.headers,
  })
  const { address } = (await ticket.json()) as { address: string }
  const answer = await fetch(`${two.address}${address}`, { headers: { cookie: two.headers.cookie ?? '' } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`The workbook was answered with ${answer.status}: ${bytes.toString()}`)
  return { said, bytes: bytes.length, isWhole: Number(answer.headers.get('content-length')) === bytes.length }
}

/** Kills the bucket's server during an upload and starts it again afterwards. */
async function killedDuringUpload({ one, folder, swift, say }: Site): Promise<string[]> {
  const line = 'LARGE,Table,Indore\n'
  const file = new Blob(['RFID Tag,Asset Name,City\n', line.repeat(largeBytes / line.length)])
  const upload = () =>
    fetch(`${one.address}/api/v1/imports?fileName=large.csv`, {
      method: 'POST',
      headers: { ...one.headers, 'content-type': 'application/octet-stream' },
      body: file,
    })
  const under = join(folder, 'imports')
  const sizes = async () =>
    Promise.all((await readdir(under)).map(async (name) => (await stat(join(under, name))).size))
  const sent = upload()
  // The file is complete on the API server's disk and is now being copied to the bucket.
  await eventually(async () => (await sizes()).includes(file.size), 60_000, 5)
  await delay(100)
  await swift.killProxy()
  const killed = Date.now()
  const answer = await sent
  const told = await answer.text()
  say(`killed during an upload; after ${Date.now() - killed} ms: ${answer.status}, ${told}`)
  const left = await readdir(under)
  await swift.startProxy()
  const again = await upload()
  await again.arrayBuffer()
  return [
    ...(answer.status === 503 && answer.headers.has('retry-after')
      ? []
      : ['the upload was not refused for now']),
    ...(left.length === 0 ? [] : [`left behind on the api's disk: ${left.join(', ')}`]),
    ...(again.ok ? [] : [`the second upload was answered with ${again.status}`]),
  ]
}

/** Backs up, empties the bucket and restores it without restarting the processes. */
async function backedUp(site: Site, product: Product, folder: string): Promise<string[]> {
  const { bucket, say } = site
  const before = await countKeys(bucket, 'images/')
  say(
    `doctor: ${/^bucket.*$/m.exec(await product.finish('doctor').catch(({ message }: Error) => message))?.[0]}`,
  )
  say(`backup: ${(await product.finish('backup', '--to', folder)).trim()}`)
  for await (const entries of bucket.list('images/')) for (const { key } of entries) await bucket.remove(key)
  const [name = ''] = await readdir(folder)
  say(
    `restore: ${(await product.finish('restore', '--from', join(folder, name), '--verify')).trim().split('\n')[0]}`,
  )
  const after = await countKeys(bucket, 'images/')
  return after === before ? [] : [`${before} pictures were backed up, and ${after} came back`]
}

const differing = async ({ two }: Site, shown: Map<string, string>) => {
  let count = 0
  for (const [path, sum] of shown) if ((await checksumAt(two, path)) !== sum) count += 1
  return count
}

async function tryAll(site: Site, product: Product, dir: string) {
  const { bucket, say } = site
  const shown = await keepPictures(site)
  const refused = [...shown.values()].filter((sum) => sum.length < 64).length
  say(
    `${shown.size} pictures kept by one api and shown by the other, ${refused} not; ${await countKeys(bucket, 'images/')} objects`,
  )
  const imported = await importRows(site)
  const exported = await exportRows(site)
  say(`${imported} rows imported, a workbook of ${exported.said} rows (${exported.bytes} bytes) downloaded`)
  const killed = await killedDuringUpload(site)
  const restored = await backedUp(site, product, join(dir, 'backups'))
  const others = await differing(site, shown)
  const problems = [
    ...(imported === rows ? [] : [`${rows} rows were uploaded`]),
    ...(exported.isWhole ? [] : ['the workbook is not whole']),
    ...killed,
    ...restored,
  ]
  return { acked: shown.size, stored: shown.size - others, lost: others + refused, duplicated: 0, problems }
}

/** Two API servers and a worker without a shared disk, on OpenStack Swift. */
export const filesInABucket: Fault = async ({ say }) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-bucket-'))
  const postgres = await startPostgres()
  const swift = await startSwift()
  const { url, accessKeyId, secretAccessKey, region } = swift.settings
  const s3 = {
    S3_URL: url,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
  }
  const product = (name: string) => productOf(postgres, database, join(dir, name), root, s3)
  const running: ChildProcess[] = []
  try {
    await ensureDatabase(postgres.url(), database)
    for (const command of ['migrate', 'seed']) await product('one').finish(command)
    const apis = [await product('one').startApi(), await product('two').startApi()]
    running.push(...apis.map(({ process }) => process), product('three').startWorker())
    const [one, two] = await Promise.all(
      apis.map(async ({ address }) => ({ address, headers: await signIn(address, undefined, address) })),
    )
    if (!one || !two) throw new Error('Two api are needed')
    const site = { one, two, folder: join(dir, 'one'), swift, bucket: openBucket(swift.settings), say }
    const ledger = await tryAll(site, product('four'), dir)
    if (running.some(hasExited)) ledger.problems.push('a process died')
    return ledger
  } finally {
    for (const part of running) await stopProcess(part, 'SIGTERM', 10_000)
    await swift.stop()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
