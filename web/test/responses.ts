import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import type { ProblemBody } from '@ats/contract/problems/body.ts'
import { fillText, type Params } from '@ats/contract/problems/refusal.ts'
import { type MessageCode, messages } from '@ats/contract/problems.ts'
import type { z } from 'zod'

type Sent = { endpoint: Endpoint; address: URL; body: unknown }
type Prepared = { endpoint: Endpoint; path: RegExp; give: (sent: Sent) => Response | Promise<Response> }

let responses: Prepared[] = []

/** The requests of a test so far. */
export const sent: Sent[] = []

export function forgetResponses() {
  responses = []
  sent.length = 0
}

const add = (endpoint: Endpoint, give: Prepared['give']) =>
  responses.unshift({ endpoint, path: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`), give })

/** Whether the test has said by now what the server sends for the endpoint. */
export const isPrepared = (endpoint: Endpoint) => responses.some((one) => one.endpoint === endpoint)

/** What the server sends for requests to the endpoint. A reply that does not match the contract fails the test. */
export function respond<E extends Endpoint>(endpoint: E, reply: Reply<E> | ((sent: Sent) => Reply<E>)) {
  add(endpoint, (request) => {
    const body = typeof reply === 'function' ? (reply as (sent: Sent) => Reply<E>)(request) : reply
    if (endpoint.reply !== 'file') (endpoint.reply as z.ZodType).parse(body)
    return Response.json(body, { status: endpoint.status ?? 200 })
  })
}

/** The server rejects requests to the endpoint, with the status and the text that the contract has for the code. */
export function reject(endpoint: Endpoint, code: MessageCode, params: Params = {}, field?: string) {
  const { status, text } = messages[code]
  const message = fillText(text, params)
  const body = {
    ...{ code, params, message, error: message, requestId: 'test' },
    ...(field !== undefined && { fields: { [field]: message }, fieldCodes: { [field]: { code, params } } }),
  } satisfies ProblemBody
  add(endpoint, () => Response.json(body, { status }))
}

/** Requests to the endpoint wait until the test lets them go. */
export function hold<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  add(endpoint, async () => {
    await promise
    return Response.json(reply, { status: endpoint.status ?? 200 })
  })
  return resolve
}

/** The response begins and never ends, as that of a stream without news. */
export const leaveOpen = (endpoint: Endpoint) => add(endpoint, () => new Response(new ReadableStream()))

const fetchFile = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const address = new URL(request.url)
  const found = responses.find(
    ({ endpoint, path }) => endpoint.method === request.method && path.test(address.pathname),
  )
  if (found === undefined) {
    if (!address.pathname.startsWith('/api')) return fetchFile(input, init)
    throw new Error(`The test has no response for ${request.method} ${address.pathname}`)
  }
  const text = await request.text()
  const one = { endpoint: found.endpoint, address, body: text.startsWith('{') ? JSON.parse(text) : text }
  sent.push(one)
  return found.give(one)
}
