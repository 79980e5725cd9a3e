import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Paper, PaperUpload } from '@ats/contract/papers.ts'
import type { Caller } from '../scripts/product-calls.ts'
import { noise } from '../server/test/pictures.ts'
import { messageOf, type Phase } from './people.ts'

/** What the people sent, what was acknowledged, and which responses they got. */
type Uploads = {
  /** Every content that was sent to an asset, by the id of the asset. */
  sent: Map<string, Set<string>>
  /** Papers whose upload was confirmed, by their id. */
  acked: Map<string, { asset: string; sha256: string }>
  /** Uploads that continued after an error, and uploads that were not continued. */
  resumed: number
  givenUp: number
  /** 503 with a time to retry; requests without a response; papers that were opened and compared. */
  refused: number
  cut: number
  opened: number
  strange: Map<string, number>
}

/** Assets without anything on them; the last statement returns their ids. */
export const paperStock = (count: number) => [
  "insert into asset_names (name) values ('Chair')",
  `insert into assets (name_id, state_id, place_id)
    select (select id from asset_names where name = 'Chair'), (select id from asset_states order by name limit 1),
      (select id from places where kind = 'city' and name = 'Indore')
    from generate_series(1, ${count}) returning id`,
]

type File = { name: string; bytes: Buffer; sha256: string }

/** Small for a chunk, so that most kills come between the first and the last one. */
const chunkBytes = 60_000
const patienceMs = 30_000
const longestPauseMs = 500

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const fileOf = (name: string, bytes: Buffer): File => ({ name, bytes, sha256: sha256Of(bytes) })

function document(random: () => number): File {
  const content = randomBytes(40_000 + Math.floor(random() * 200_000)).toString('hex')
  return fileOf('Invoice.pdf', Buffer.from(`%PDF-1.4\n(${content})\nstartxref\n50\n%%EOF\n`))
}

export type Site = {
  address: string
  assets: string[]
  random: () => number
  uploads: Uploads
  state: { phase: Phase; stopped: boolean }
  /** Contents that several people upload, at the same time too. */
  shared: File[]
}

export const newSite = async (given: Pick<Site, 'address' | 'assets' | 'random'>): Promise<Site> => ({
  ...given,
  uploads: {
    ...{ sent: new Map(), acked: new Map(), strange: new Map() },
    ...{ resumed: 0, givenUp: 0, refused: 0, cut: 0, opened: 0 },
  },
  state: { phase: { name: 'calm', cutsCalls: false }, stopped: false },
  shared: [document(given.random), fileOf('Photo.png', await noise(300, 200))],
})

type Answer = { status: number; bytes: Buffer; pauseMs: number }
type Expected = 200 | 201 | 409

const bodyOf = <T>({ bytes }: Answer) => JSON.parse(bytes.toString()) as T

const noteIn = ({ uploads: { strange } }: Site, what: string) =>
  void strange.set(what, (strange.get(what) ?? 0) + 1)

/** Sends a request and counts its response: one of the expected, 503 with a time to retry, or none. */
async function ask(
  site: Site,
  headers: Caller['headers'],
  [method, path]: [string, string],
  body?: Buffer | object,
  ...expected: Expected[]
): Promise<Answer> {
  const { uploads, state } = site
  const began = state.phase
  const type = body instanceof Buffer ? 'application/octet-stream' : 'application/json'
  try {
    const answer = await fetch(`${site.address}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': type }) },
      ...(body && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { status } = answer
    const retryAfter = answer.headers.get('retry-after')
    if (status === 503 && retryAfter !== null) uploads.refused += 1
    else if (!expected.includes(status as Expected))
      noteIn(
        site,
        `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}: ${status} ${messageOf(bytes.toString())}`,
      )
    return { status, bytes, pauseMs: Math.min(Number(retryAfter ?? 1) * 1000, longestPauseMs) }
  } catch (error) {
    uploads.cut += 1
    if (!began.cutsCalls && !state.phase.cutsCalls)
      noteIn(site, `a request was cut off during ${state.phase.name}: ${(error as Error).cause ?? error}`)
    return { status: 0, bytes: Buffer.alloc(0), pauseMs: longestPauseMs / 4 }
  }
}

type Known = { headers: Caller['headers']; asset: string; file: File }

/** Repeats a request that got no response, or 503; undefined if it did not succeed within the patience. */
async function insist<T>(
  status: Expected,
  send: () => Promise<Answer>,
  failed = () => {},
): Promise<T | undefined> {
  for (const end = Date.now() + 2 * patienceMs; Date.now() < end; ) {
    const answer = await send()
    if (answer.status === status) return bodyOf<T>(answer)
    if (![0, 503].includes(answer.status)) return undefined
    failed()
    await delay(answer.pauseMs)
  }
  return undefined
}

/** Sends the chunks from where the server says; after an error it asks again how much arrived. */
async function sendChunks(site: Site, { headers, file }: Known, { _id: id }: PaperUpload, until: number) {
  const path = `paper-uploads/${id}`
  const received = () => insist<PaperUpload>(200, () => ask(site, headers, ['GET', path], undefined, 200))
  let isInterrupted = false
  let at = 0
  for (const end = Date.now() + 2 * patienceMs; at < until && Date.now() < end; ) {
    const chunk = file.bytes.subarray(at, at + chunkBytes)
    const answer = await ask(site, headers, ['PUT', `${path}/chunks/${at}`], chunk, 200)
    isInterrupted ||= answer.status !== 200
    if (answer.status !== 200) await delay(answer.pauseMs)
    at = (answer.status === 200 ? bodyOf<PaperUpload>(answer) : await received())?.received ?? at
  }
  return isInterrupted
}

/** One upload with the retries that a browser makes too; a few are given up in the middle. */
async function upload(site: Site, known: Known) {
  const { uploads, random } = site
  const { headers, asset, file } = known
  const sent = uploads.sent.get(asset) ?? new Set()
  uploads.sent.set(asset, sent.add(file.sha256))
  const size = file.bytes.length
  const wish = { kind: 'asset', recordId: asset, name: file.name, size }
  const begun = await insist<PaperUpload>(201, () => ask(site, headers, ['POST', 'paper-uploads'], wish, 201))
  const isGivenUp = random() < 0.1
  if (begun === undefined) return noteIn(site, 'an upload did not begin')
  let isInterrupted = await sendChunks(site, known, begun, isGivenUp ? size / 2 : size)
  if (isGivenUp) {
    uploads.givenUp += 1
    return
  }
  const complete = ['POST', `paper-uploads/${begun._id}/complete`] as [string, string]
  const { sha256 } = file
  const failed = () => {
    isInterrupted = true
  }
  const made = await insist<Paper>(201, () => ask(site, headers, complete, { sha256 }, 201), failed)
  if (made?.sha256 !== sha256) return noteIn(site, 'an upload was not completed, or with another content')
  if (isInterrupted) uploads.resumed += 1
  uploads.acked.set(made._id, { asset, sha256 })
}

const oneOf = <T>(all: readonly T[], random: () => number) => all[Math.floor(random() * all.length)] as T

export async function keepUploading(site: Site, headers: Caller['headers']) {
  const { random, state, shared } = site
  while (!state.stopped) {
    const file = random() < 0.2 ? oneOf(shared, random) : document(random)
    await upload(site, { headers, asset: oneOf(site.assets, random), file })
    await delay(random() * 50)
  }
}

export async function papersOn(site: Site, headers: Caller['headers'], asset: string): Promise<Paper[]> {
  const path = `papers?kind=asset&recordId=${asset}`
  const answer = await ask(site, headers, ['GET', path], undefined, 200)
  return answer.status === 200 ? bodyOf<{ papers: Paper[] }>(answer).papers : []
}

/** True if the paper opens with the content that it promises. Before its scan it may be closed. */
export async function isWhole(site: Site, headers: Caller['headers'], { _id: id, scan, sha256 }: Paper) {
  const closed: Expected[] = scan === 'waiting' ? [409] : []
  const answer = await ask(site, headers, ['GET', `papers/${id}/file`], undefined, 200, ...closed)
  if (answer.status !== 200) return false
  site.uploads.opened += 1
  if (sha256Of(answer.bytes) === sha256) return true
  noteIn(site, 'a paper was opened with another content')
  return false
}

/** Everything that is listed was sent to this asset, and opens. */
export async function keepOpening(site: Site, headers: Caller['headers']) {
  const { random, state, uploads } = site
  while (!state.stopped) {
    const asset = oneOf(site.assets, random)
    for (const paper of (await papersOn(site, headers, asset)).slice(0, 5)) {
      if (!uploads.sent.get(asset)?.has(paper.sha256)) noteIn(site, 'a paper was listed that nobody sent')
      await isWhole(site, headers, paper)
    }
    await delay(random() * 50)
  }
}
