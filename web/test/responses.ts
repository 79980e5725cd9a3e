import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import type { ProblemBody } from '@ats/contract/problems/body.ts'
import { fillText, type Params } from '@ats/contract/problems/refusal.ts'
import { type MessageCode, messages } from '@ats/contract/problems.ts'
import type { Conflict } from '@ats/contract/versions.ts'
import type { z } from 'zod'

type Sent = { endpoint: Endpoint; address: URL; headers: Headers; body: unknown }
type Prepared = { endpoint: Endpoint; path: RegExp; give: (sent: Sent) => Response | Promise<Response> }

let responses: Prepared[] = []

export const sent: Sent[] = []

export function forgetResponses() {
  responses = []
  sent.length = 0
}

const add = (endpoint: Endpoint, give: Prepared['give']) =>
  responses.unshift({ endpoint, path: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`), give })

/** The response to requests to the endpoint. A reply that does not match the contract fails the test. */
export function respond<E extends Endpoint>(endpoint: E, reply: Reply<E> | ((sent: Sent) => Reply<E>)) {
  add(endpoint, (request) => {
    const body = typeof reply === 'function' ? (reply as (sent: Sent) => Reply<E>)(request) : reply
    if (endpoint.reply !== 'file') (endpoint.reply as z.ZodType).parse(body)
    return Response.json(body, { status: endpoint.status ?? 200 })
  })
}

/**
 * The server rejects requests to the endpoint with the contract's error for this code, optionally for one
 * field.
 */
export function reject(endpoint: Endpoint, code: MessageCode, params: Params = {}, field?: string) {
  const reason = { code, params }
  const at = field !== undefined && { fields: { [field]: textOf(reason) }, fieldCodes: { [field]: reason } }
  rejectWith(endpoint, reason, { ...at })
}

/** The server rejects requests to the endpoint, because others have changed the record. */
export const overtake = (endpoint: Endpoint, conflict: Conflict) =>
  rejectWith(endpoint, { code: 'record-changed-meanwhile', params: {} }, { conflict })

type Reason = { code: MessageCode; params: Params }
const textOf = ({ code, params }: Reason) => fillText(messages[code].text, params)

function rejectWith(endpoint: Endpoint, reason: Reason, more: Partial<ProblemBody>) {
  const message = textOf(reason)
  const body: ProblemBody = { ...reason, message, error: message, requestId: 'test', ...more }
  add(endpoint, () => Response.json(body, { status: messages[reason.code].status }))
}

export const isPrepared = (endpoint: Endpoint) => responses.some((one) => one.endpoint === endpoint)

export const sentTo = (endpoint: Endpoint) => sent.filter((one) => one.endpoint === endpoint)

/** Requests to the endpoint wait until the test releases them. */
export function hold<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  add(endpoint, async () => {
    await promise
    return Response.json(reply, { status: endpoint.status ?? 200 })
  })
  return resolve
}

/** The request fails at a proxy: the response has no message of the server. */
export const breakOff = (endpoint: Endpoint) =>
  add(endpoint, () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))

/** The response begins and never ends, like a stream without events. */
export const leaveOpen = (endpoint: Endpoint) => add(endpoint, () => new Response(new ReadableStream()))

const fetchFile = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const address = new URL(request.url)
  const matching = responses.filter(
    ({ endpoint, path }) => endpoint.method === request.method && path.test(address.pathname),
  )
  // A path without parameters may also match a pattern with parameters.
  const found = matching.find(({ endpoint }) => endpoint.path === address.pathname) ?? matching[0]
  if (found === undefined) {
    if (!address.pathname.startsWith('/api')) return fetchFile(input, init)
    throw new Error(`The test has no response for ${request.method} ${address.pathname}`)
  }
  const { headers } = request
  const one = { endpoint: found.endpoint, address, headers, body: await bodyOf(request) }
  sent.push(one)
  return found.give(one)
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/'))
    return Object.fromEntries(await request.formData())
  const text = await request.text()
  return text.startsWith('{') ? JSON.parse(text) : text
}
