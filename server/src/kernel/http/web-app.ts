import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './error-handler.ts'
import { pageLinks } from './page-files.ts'
import { Problem } from './problem.ts'

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** The app's page delegates the camera to the frame that reads codes; nothing else may use it. */
const withCamera = { 'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()' }

function contentPolicy(nonce: string, scriptHashes: string) {
  return [
    "default-src 'none'",
    `script-src 'self'${scriptHashes}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/**
 * The camera's page: requests only its own files, uses WebAssembly to read codes, and only runs in a frame of
 * the app.
 */
const cameraPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The service worker fetches our pages and files, and loads no other script. */
const workerPolicy = [
  "default-src 'none'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const cameraPath = /^\/scan\/?(\?|$)/

const inlineScripts = /<script>([\s\S]*?)<\/script>/g

function hashesOf(html: string) {
  const hashes = [...html.matchAll(inlineScripts)].map(([, code = '']) =>
    createHash('sha256').update(code).digest('base64'),
  )
  return hashes.map((hash) => ` 'sha256-${hash}'`).join('')
}

const apiPath = /^\/(api|livez|readyz|dashboard\/counts)(\/|$|\?)/

const pageIn = (folder: string | undefined, name: string) =>
  folder === undefined ? undefined : readFileSync(join(folder, name), 'utf8')

/**
 * Serves the built web app: hashed files cached forever, the camera's page, and for every other address the
 * app's one page, with a strict policy. The app's page contains the position in the live stream at the time
 * of the response.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  livePosition: () => Promise<string | undefined>,
  mayBeSignedIn: (request: FastifyRequest) => boolean,
) {
  const html = pageIn(folder, 'index.html')
  const camera = pageIn(folder, 'scan.html')
  const hashes = hashesOf(html ?? '')
  const linksFor = pageLinks(folder)
  if (folder !== undefined)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      globIgnore: ['**/*.html', '**/*.gz', '**/*.br', '.vite/**'],
      setHeaders: (response, path) => {
        if (!/[\\/]assets[\\/]/.test(path)) response.header('cache-control', 'no-cache')
        if (/[\\/]sw\.js(\.br|\.gz)?$/.test(path)) response.header('content-security-policy', workerPolicy)
      },
    })
  const proof = join(folder ?? '', 'ledger-check.html')
  if (folder !== undefined && existsSync(proof))
    app.get('/ledger-check.html', (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-cache',
          'content-disposition': 'attachment; filename="ledger-check.html"',
        })
        .send(createReadStream(proof)),
    )
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = /^\/assets\//.test(request.url)
    if (html === undefined || !wantsPage || isFile || apiPath.test(request.url))
      return sendProblem(request, reply, new Problem('not-found'))
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').headers(withCamera)
    if (cameraPath.test(request.url))
      return reply.header('content-security-policy', cameraPolicy).send(camera)
    const nonce = randomBytes(16).toString('base64')
    const position = (await livePosition()) ?? ''
    const links = linksFor(request.url, mayBeSignedIn(request))
    return reply.header('content-security-policy', contentPolicy(nonce, hashes)).send(
      html
        .replaceAll('__NONCE__', nonce)
        .replace('__LIVE_POSITION__', position)
        .replace('</head>', () => `${links}</head>`),
    )
  })
}
