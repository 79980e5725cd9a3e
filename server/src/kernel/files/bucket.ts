import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'

export type BucketSettings = {
  /** With the name of the bucket as its path, such as https://s3.example.com/assets. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

type BucketEntry = { key: string; modified: number }

/** The few calls of S3 that the product needs; keys are of letters that need no escaping. */
export type Bucket = ReturnType<typeof openBucket>

const patienceMs = 30_000
/** A file of two gigabytes on a slow line. */
const filePatienceMs = 30 * 60_000

/** What a key may look like; every other one is nobody's. */
const ownKey = /^[\w.-]+(\/[\w.-]+)*$/

export function openBucket({ url, ...keys }: BucketSettings) {
  const aws = new AwsClient({ ...keys, service: 's3', retries: 3, initRetryMs: 100 })
  const base = url.replace(/\/+$/, '')

  function addressOf(key: string) {
    if (!ownKey.test(key) || key.split('/').includes('..')) throw new Error(`Not a key of ours: ${key}`)
    return `${base}/${key}`
  }

  async function call(address: string, init: RequestInit, mayBeMissing = false) {
    const answer = await aws.fetch(address, { signal: AbortSignal.timeout(patienceMs), ...init })
    if (answer.ok || (mayBeMissing && answer.status === 404)) return answer
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''
    throw new Error(`The bucket answered ${init.method ?? 'GET'} with ${answer.status} ${code}`.trim())
  }

  return {
    async put(key: string, bytes: Uint8Array) {
      await call(addressOf(key), { method: 'PUT', body: new Uint8Array(bytes) })
    },
    putFile: (key: string, path: string) => sendFile(aws, addressOf(key), path),
    async get(key: string): Promise<Buffer | undefined> {
      const answer = await call(addressOf(key), {}, true)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.ok ? bytes : undefined
    },
    async open(key: string): Promise<{ stream: Readable; size: number } | undefined> {
      const answer = await call(addressOf(key), { signal: AbortSignal.timeout(filePatienceMs) }, true)
      if (!answer.ok || answer.body === null) return void (await answer.arrayBuffer())
      const stream = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
      return { stream, size: Number(answer.headers.get('content-length')) }
    },
    async getFile(key: string, path: string): Promise<boolean> {
      const found = await this.open(key)
      if (found === undefined) return false
      await pipeline(found.stream, createWriteStream(path))
      return true
    },
    async remove(key: string) {
      const answer = await call(addressOf(key), { method: 'DELETE' }, true)
      await answer.arrayBuffer()
    },
    /** By the older of the two listings, which every server has and which goes on from a key instead of a token. */
    async *list(prefix: string, pageSize = 1000): AsyncGenerator<BucketEntry[]> {
      let marker: string | undefined = ''
      while (marker !== undefined) {
        const query = new URLSearchParams({ prefix, marker, 'max-keys': `${pageSize}` })
        const page = await (await call(`${base}?${query}`, {})).text()
        const entries = entriesOf(page)
        yield entries
        marker = textOf(page, 'IsTruncated') === 'true' ? entries.at(-1)?.key : undefined
      }
    },
  }
}

/** Sends a file of any length as it is read; its bytes are covered by TLS, not by the signature. */
async function sendFile(aws: AwsClient, address: string, path: string) {
  const { size } = await stat(path)
  const headers = { 'content-length': `${size}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await aws.sign(address, { method: 'PUT', headers })
  const body = Readable.toWeb(createReadStream(path)) as unknown as NonNullable<RequestInit['body']>
  const answer = await fetch(signed.url, {
    ...{ method: 'PUT', headers: signed.headers, body, duplex: 'half' },
    signal: AbortSignal.timeout(filePatienceMs),
  } as RequestInit)
  if (!answer.ok) throw new Error(`The bucket answered PUT with ${answer.status}`)
  await answer.arrayBuffer()
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    return hex === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16))
  })

/** The answer to a listing is flat: its elements hold texts and nothing else. */
function textOf(xml: string, element: string) {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text === undefined ? undefined : decoded(text)
}

function entriesOf(page: string): BucketEntry[] {
  const blocks = page.match(/<Contents>.*?<\/Contents>/gs) ?? []
  return blocks.map((block) => ({
    key: textOf(block, 'Key') ?? '',
    modified: Date.parse(textOf(block, 'LastModified') ?? ''),
  }))
}
