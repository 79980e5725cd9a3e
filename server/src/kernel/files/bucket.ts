// Why it is built this way: docs/decisions/051-files-in-a-bucket.md

import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'

export type BucketSettings = {
  /** With the name of the bucket as its path, such as https://s3.example.com/assets. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

type BucketEntry = { key: string; modified: number; bytes: number }

/** The few S3 operations that the product needs; keys consist of characters that need no escaping. */
export type Bucket = ReturnType<typeof openBucket>

const patienceMs = 30_000
/** Enough for a file of two gigabytes on a slow connection. */
const filePatienceMs = 30 * 60_000
const mostTries = 4
const firstPauseMs = 100

/** The bucket does not respond, or has a temporary failure: a retry may succeed soon. */
export class BucketAway extends Error {}

/** Ignores a bucket that is down, for work that the clean-up does later. */
export const unlessAway = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof BucketAway)) throw error
  })

/** The format of our keys; all others belong to somebody else. */
const ownKey = /^[\w.-]+(\/[\w.-]+)*$/

export function openBucket({ url, ...keys }: BucketSettings) {
  const aws = new AwsClient({ ...keys, service: 's3' })
  const base = url.replace(/\/+$/, '')

  function addressOf(key: string) {
    if (!ownKey.test(key) || key.split('/').includes('..')) throw new Error(`Not a key of ours: ${key}`)
    return `${base}/${key}`
  }

  /** Signed again for each attempt, because a signature is valid for minutes only. */
  const call = <T>(address: string, init: RequestInit, read: (answer: Response) => Promise<T>) =>
    repeated(async () => {
      const signed = await aws.sign(address, init)
      return read(await fetch(signed, { signal: AbortSignal.timeout(patienceMs) }))
    })

  return {
    put: async (key: string, bytes: Uint8Array): Promise<void> =>
      call(addressOf(key), { method: 'PUT', body: new Uint8Array(bytes) }, done),
    putFile: async (key: string, path: string): Promise<void> =>
      repeated(async () => done(await sendFile(aws, addressOf(key), path))),
    get: async (key: string): Promise<Buffer | undefined> =>
      call(addressOf(key), {}, async (answer) =>
        (await isThere(answer)) ? Buffer.from(await answer.arrayBuffer()) : undefined,
      ),
    open: async (key: string): Promise<{ stream: Readable; size: number } | undefined> =>
      repeated(async () => {
        const signed = await aws.sign(addressOf(key))
        const answer = await fetch(signed, { signal: AbortSignal.timeout(filePatienceMs) })
        if (!(await isThere(answer)) || answer.body === null) return undefined
        const stream = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
        return { stream, size: Number(answer.headers.get('content-length')) }
      }),
    async getFile(key: string, path: string): Promise<boolean> {
      const found = await this.open(key)
      if (found === undefined) return false
      await pipeline(found.stream, createWriteStream(path))
      return true
    },
    remove: async (key: string): Promise<void> =>
      call(addressOf(key), { method: 'DELETE' }, async (answer) => void (await isThere(answer))),
    /** Uses version 1 of the listing, which every server supports and which continues from a key instead of a token. */
    async *list(prefix: string, pageSize = 1000): AsyncGenerator<BucketEntry[]> {
      let marker: string | undefined = ''
      while (marker !== undefined) {
        const query = new URLSearchParams({ prefix, marker, 'max-keys': `${pageSize}` })
        const page = await call(`${base}?${query}`, {}, async (answer) => (await mustBeOk(answer)).text())
        const { entries, isWhole } = readListing(page)
        yield entries
        marker = isWhole ? undefined : entries.at(-1)?.key
      }
    },
  }
}

/** Every operation is idempotent, so it is retried if the bucket or the network fails temporarily. */
async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      // fetch throws a TypeError if a connection is refused or breaks.
      if (!isLate && !(error instanceof TypeError) && !(error instanceof BucketAway)) throw error
      if (isLate || tries === mostTries)
        throw error instanceof BucketAway
          ? error
          : new BucketAway('The bucket does not answer', { cause: error })
      await delay(Math.random() * firstPauseMs * 2 ** tries)
    }
  }
}

async function mustBeOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const code = errorCodeIn(await answer.text())
  const isPassing = answer.status >= 500 || answer.status === 429
  const text = `The bucket answered with ${answer.status} ${code}`.trim()
  throw isPassing ? new BucketAway(text) : new Error(text)
}

/** The connection can only be reused after the response body is read. */
const done = async (answer: Response) => void (await (await mustBeOk(answer)).arrayBuffer())

async function isThere(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return (await mustBeOk(answer)).ok
  await answer.arrayBuffer()
  return false
}

/** Sends a file of any length while reading it; TLS protects its bytes, not the signature. */
async function sendFile(aws: AwsClient, address: string, path: string) {
  const { size } = await stat(path)
  const headers = { 'content-length': `${size}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await aws.sign(address, { method: 'PUT', headers })
  const body = Readable.toWeb(createReadStream(path)) as unknown as NonNullable<RequestInit['body']>
  return fetch(signed.url, {
    ...{ method: 'PUT', headers: signed.headers, body, duplex: 'half' },
    signal: AbortSignal.timeout(filePatienceMs),
  } as RequestInit)
}

/** Values stay texts: a key may look like a number. */
const xml = new XMLParser({
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'Contents',
})

/** The error page of a proxy, or a truncated one, has no code. */
function errorCodeIn(body: string): string {
  try {
    return (xml.parse(body) as { Error?: { Code?: string } }).Error?.Code ?? ''
  } catch {
    return ''
  }
}

type Listing = { IsTruncated?: string; Contents?: { Key: string; LastModified: string; Size: string }[] }

function readListing(page: string): { entries: BucketEntry[]; isWhole: boolean } {
  const { ListBucketResult: listing } = xml.parse(page) as { ListBucketResult?: Listing }
  const entries = listing?.Contents?.map(({ Key: key, LastModified, Size }) => ({
    key,
    modified: Date.parse(LastModified),
    bytes: Number(Size),
  }))
  return { entries: entries ?? [], isWhole: listing?.IsTruncated !== 'true' }
}
