import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Paper } from '@ats/contract/papers.ts'
import { type Clamd, eicar, newClamd } from '../scripts/clamd.ts'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { type Caller, callPapers, signIn, uploadPaper } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import { office, pdf } from '../server/test/paper-files.ts'
import { entryOf } from '../server/test/zip.ts'
import type { Fault, Ledger } from './ledger.ts'
import { paperStock, sha256Of } from './paper-people.ts'
import { productOf } from './product.ts'

const database = 'scanned'
/** Papers that wait while the scanner is down. */
const patient = 20
const scanMs = 90_000

type Site = { caller: Caller; asset: string; clamd: Clamd; folder: string; url: string }
type Opened = { status: number; sha256: string; canRetry: boolean }

const fileOf = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes)], name)

/** The test text by itself, in a document, and compressed in a part of a workbook. */
const infected = () => [
  fileOf('Bill.txt', Buffer.from(eicar)),
  fileOf('Bill.pdf', pdf(eicar)),
  fileOf(
    'Bill.xlsx',
    office('xlsx', [entryOf('xl/sharedStrings.xml', `<t>${eicar}</t>${' '.repeat(5000)}`)]),
  ),
]

async function open({ caller: { address, headers } }: Site, { _id }: Paper): Promise<Opened> {
  const answer = await fetch(`${address}/api/v1/papers/${_id}/file`, { headers })
  const sha256 = sha256Of(Buffer.from(await answer.arrayBuffer()))
  return { status: answer.status, sha256, canRetry: answer.headers.has('retry-after') }
}

const opensWhole = async (site: Site, paper: Paper) => {
  const { status, sha256 } = await open(site, paper)
  return status === 200 && sha256 === paper.sha256
}

/** Whether all of them stay closed for a while, with a time to retry. */
async function stayClosed(site: Site, papers: readonly Paper[]) {
  for (const end = Date.now() + 3000; Date.now() < end; await delay(200))
    for (const paper of papers) {
      const { status, canRetry } = await open(site, paper)
      if (status !== 409 || !canRetry) return false
    }
  return true
}

async function upload({ caller, asset }: Site, files: readonly File[]): Promise<Paper[]> {
  const papers: Paper[] = []
  for (const file of files) papers.push(await uploadPaper(caller, asset, file))
  return papers
}

/** A clean paper opens after its scan, and not before. */
async function cleanOpens(site: Site): Promise<string[]> {
  site.clamd.freeze()
  const papers = await upload(site, [
    fileOf('Manual.pdf', pdf('clean')),
    fileOf('Notes.txt', Buffer.from('clean')),
  ])
  const wasClosed = await stayClosed(site, papers)
  site.clamd.thaw()
  const isOpen = async () =>
    (await Promise.all(papers.map((paper) => opensWhole(site, paper)))).every(Boolean)
  return [
    ...(wasClosed ? [] : ['a paper was open before its scan']),
    ...((await eventually(isOpen, scanMs, 100)) ? [] : ['a clean paper did not open']),
  ]
}

const isStored = ({ folder }: Site, { sha256 }: Paper) =>
  existsSync(join(folder, 'papers', sha256.slice(0, 2), sha256))

/** Infected papers are deleted, with an entry in the ledger, and nobody could open them at any time. */
async function infectedEnds(site: Site, papers: readonly Paper[]): Promise<string[]> {
  const statuses = new Set<number>()
  const areGone = async () => {
    for (const paper of papers) statuses.add((await open(site, paper)).status)
    const ids = new Set((await callPapers(site.caller, site.asset)).map(({ _id }) => _id))
    return papers.every((paper) => !ids.has(paper._id) && !isStored(site, paper))
  }
  const gone = await eventually(areGone, scanMs, 100)
  for (const paper of papers) statuses.add((await open(site, paper)).status)
  const entries = await onDatabase<{ hash: string }>(
    site.url,
    "select before ->> 'sha256' as hash from events where action = 'asset.paper-infected'",
  )
  const noted = new Set(entries.map(({ hash }) => hash))
  return [
    ...(gone ? [] : ['an infected paper was not deleted']),
    ...([...statuses].every((status) => status === 409 || status === 404)
      ? []
      : ['an infected paper was opened']),
    ...(papers.every(({ sha256 }) => noted.has(sha256)) ? [] : ['an infected paper is not in the ledger']),
  ]
}

/** The scanner is killed while it has papers; they wait, and are scanned when it is back. */
async function scannerKilled(site: Site, say: (text: string) => void): Promise<string[]> {
  site.clamd.freeze()
  const files = Array.from({ length: patient }, (_, at) => fileOf(`Manual ${at}.pdf`, pdf(`patient ${at}`)))
  const half = patient / 2
  const bad = [fileOf('Late.pdf', pdf(`${eicar} late`))]
  const before = await upload(site, [...files.slice(0, half), ...bad])
  await delay(1000)
  await site.clamd.kill()
  const clean = [...before.slice(0, half), ...(await upload(site, files.slice(half)))]
  const wereClosed = await stayClosed(site, [...clean, ...before.slice(half)])
  await site.clamd.start()
  const began = Date.now()
  const scanned = async () =>
    (await callPapers(site.caller, site.asset)).every(({ scan }) => scan === 'clean')
  const wereScanned = await eventually(scanned, scanMs, 200)
  say(
    `${patient} papers waited for the scanner, scanned ${((Date.now() - began) / 1000).toFixed(0)} s after its start`,
  )
  const closed: Paper[] = []
  for (const paper of clean) if (!(await opensWhole(site, paper))) closed.push(paper)
  return [
    ...(wereClosed ? [] : ['a paper was open while the scanner was down']),
    ...(wereScanned ? [] : ['papers still wait although the scanner is back']),
    ...(closed.length === 0 ? [] : ['a clean paper does not open after the scanner came back']),
    ...(await infectedEnds(site, before.slice(half))),
  ]
}

async function tryAll(site: Site, say: (text: string) => void): Promise<Ledger> {
  const problems = await cleanOpens(site)
  const bad = infected()
  problems.push(...(await infectedEnds(site, await upload(site, bad))))
  say(`${bad.length} infected papers are gone; the clean ones opened after their scan`)
  problems.push(...(await scannerKilled(site, say)))
  const left = (await callPapers(site.caller, site.asset)).length
  const expected = patient + 2
  const [lost, duplicated] = [Math.max(0, expected - left), Math.max(0, left - expected)]
  return { acked: expected, stored: left, lost, duplicated, problems }
}

async function withProduct(postgres: Postgres, clamd: Clamd, folder: string, say: (text: string) => void) {
  const product = productOf(postgres, database, folder, root, { CLAMD_URL: clamd.url })
  const running: ChildProcess[] = []
  await ensureDatabase(postgres.url(), database)
  for (const command of ['migrate', 'seed']) await product.finish(command)
  try {
    const { address, process: api } = await product.startApi()
    running.push(api, product.startWorker())
    const url = postgres.url(database)
    const [asset] = await onDatabase<{ id: string }>(url, ...paperStock(1))
    const caller = { address, headers: await signIn(address) }
    return await tryAll({ caller, asset: asset?.id ?? '', clamd, folder, url }, say)
  } finally {
    for (const part of running) await stopProcess(part, 'SIGTERM', 10_000)
  }
}

/** The real virus scanner, which is also killed with -9 while papers are with it. */
export const papersClamd: Fault = async ({ say }) => {
  const clamd = await newClamd()
  if (clamd === undefined) {
    say("not run: clamd is not on this machine. 'apt-get install clamav-daemon' installs it")
    return { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] }
  }
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-clamd-'))
  const postgres = await startPostgres()
  try {
    await clamd.start()
    return await withProduct(postgres, clamd, folder, say)
  } finally {
    await clamd.remove()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
