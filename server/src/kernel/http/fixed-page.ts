import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { FileReply } from './serve.ts'

type Page = { plain: Buffer; zipped: Buffer; etag: string }

function make(text: string): Page {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, zipped: gzipSync(plain, { level: 9 }), etag: `W/"${hash}"` }
}

const knows = (request: FastifyRequest, etag: string) =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)

const takesGzip = (request: FastifyRequest) =>
  /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers['accept-encoding']?.toString() ?? '')

/** A page that is the same for everybody: built and compressed at the first request, and cached. */
export function fixedPage(type: string, text: () => string, headers: Record<string, string> = {}) {
  let page: Page | undefined
  return (request: FastifyRequest): FileReply => {
    page ??= make(text())
    const always = { ...headers, etag: page.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' }
    if (knows(request, page.etag)) return { status: 304, type, body: '', headers: always }
    if (!takesGzip(request)) return { type, body: page.plain, headers: always }
    return { type, body: page.zipped, headers: { ...always, 'content-encoding': 'gzip' } }
  }
}
