// Why it is built this way: docs/decisions/065-webhooks.md

import { lookup } from 'node:dns/promises'
import http, { type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryFailure } from '@ats/contract/webhooks.ts'
import { networkTest } from './networks.ts'

const isReservedV4 = networkTest([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])
/** Everything else is private, link-local, multicast, unassigned, or an IPv4 address in disguise. */
const isGlobalV6 = networkTest(['2000::/3'])
const isReservedV6 = networkTest(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is on the public internet. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !isReservedV4(address) : isGlobalV6(address) && !isReservedV6(address)

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

export type TargetRules = {
  /** Networks of the operator to which messages may be sent, also without TLS. */
  networks: readonly string[]
  resolve?: Resolve
}

export class TargetRefused extends Error {
  failure: DeliveryFailure
  constructor(failure: DeliveryFailure) {
    super(failure)
    this.failure = failure
  }
}

const resolveByDns: Resolve = (name) => lookup(name, { all: true, verbatim: true })
const longestLookupMs = 3_000

async function addressesOf(name: string, resolve: Resolve) {
  const version = isIP(name)
  if (version !== 0) return [{ address: name, family: version }]
  const isKnown = new AbortController()
  const tooLate = delay(longestLookupMs, undefined, { signal: isKnown.signal })
  try {
    const found = await Promise.race([resolve(name), tooLate])
    if (found === undefined || found.length === 0) throw new TargetRefused('name-unknown')
    return found
  } catch {
    throw new TargetRefused('name-unknown')
  } finally {
    tooLate.catch(() => undefined)
    isKnown.abort()
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** The failure of a URL that can be refused without a lookup; undefined: its name has to be resolved. */
export function refusalOf(url: URL, { networks }: TargetRules): 'https' | 'address' | undefined {
  const host = hostOf(url)
  const isLocal = networkTest(networks)
  if (isIP(host) !== 0) {
    if (isLocal(host)) return undefined
    if (!isPublic(host)) return 'address'
  }
  return url.protocol === 'http:' && (isIP(host) !== 0 || networks.length === 0) ? 'https' : undefined
}

type Outcome = { code: number | null; failure: DeliveryFailure | null; durationMs: number }
export type Target = {
  post(headers: OutgoingHttpHeaders, body: string, limits: Limits): Promise<Outcome>
  close(): void
}
type Limits = { timeoutMs: number; signal?: AbortSignal }

/**
 * Resolves the name once and checks every address. All requests connect to these addresses, so that a second
 * answer of the name server changes nothing. Redirects are not followed and proxies are not used.
 */
export async function openTarget(address: string, rules: TargetRules, connections = 1): Promise<Target> {
  const url = new URL(address)
  const found = await addressesOf(hostOf(url), rules.resolve ?? resolveByDns)
  const isLocal = networkTest(rules.networks)
  const isAllowed = (one: string) => isLocal(one) || (isPublic(one) && url.protocol === 'https:')
  if (!found.every((one) => isAllowed(one.address))) throw new TargetRefused('address-not-allowed')
  const client = url.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxSockets: connections })
  const options = { method: 'POST', agent, lookup: pinnedTo(found) }
  return {
    async post(headers, body, { timeoutMs, signal }) {
      const began = performance.now()
      const ends = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]
      const result = await sent(client, url, { ...options, headers, signal: AbortSignal.any(ends) }, body)
      return { ...result, durationMs: Math.round(performance.now() - began) }
    },
    close: () => agent.destroy(),
  }
}

type Found = Awaited<ReturnType<Resolve>>

const pinnedTo =
  (found: Found): LookupFunction =>
  (_name, { all }, done) => {
    const [{ address, family } = { address: '', family: 4 }] = found
    if (all) done(null, found)
    else done(null, address, family)
  }

type Result = Omit<Outcome, 'durationMs'>
type Client = typeof http | typeof https

/** A kept connection may have been closed by the receiver at this moment; then another one is opened once. */
async function sent(client: Client, url: URL, options: http.RequestOptions, body: string): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    const request = client.request(url, options)
    try {
      return await answerOf(request, body)
    } catch (error) {
      if (isFirst && request.reusedSocket && codeOf(error) === 'ECONNRESET') continue
      return { code: null, failure: failureOf(error) }
    }
  }
}

const answerOf = (request: http.ClientRequest, body: string) =>
  new Promise<Result>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      const code = response.statusCode ?? 0
      const failure = isSuccess(code) ? null : isRedirect(code) ? 'redirect' : 'status'
      // The status decides; what happens to the rest of the response is of no interest.
      const end = () => resolve({ code, failure })
      response.on('end', end).on('close', end).on('error', end)
      discard(response)
    })
    request.end(body)
  })

const isSuccess = (code: number) => code >= 200 && code < 300
const isRedirect = (code: number) => code >= 300 && code < 400
const mostResponseBytes = 64_000

function discard(response: http.IncomingMessage) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostResponseBytes) response.destroy()
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const ofCertificates = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/

function failureOf(error: unknown): DeliveryFailure {
  const code = codeOf(error)
  if (code === 'ABORT_ERR' || (error instanceof Error && error.name === 'TimeoutError')) return 'timeout'
  return ofCertificates.test(code) ? 'certificate' : 'unreachable'
}
