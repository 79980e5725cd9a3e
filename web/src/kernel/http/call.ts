import { duties, dutyNames } from '@ats/contract/duties.ts'
import type { Endpoint, Reply, Sent } from '@ats/contract/endpoint.ts'
import type { ProblemBody } from '@ats/contract/problems/body.ts'
import { addressOf, contentOf, type RequestParts } from '@ats/contract/request.ts'
import { noteOwnRequest } from '#kernel/live/own-requests.ts'
import { currentSession, endSession, rememberDuty, sessionRenewed } from '#kernel/session/session.ts'
import { withFormerPeople } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { ApiError } from './api-error.ts'
import { takeEarly } from './early-requests.ts'
import { messageText } from './message-text.ts'

/**
 * An endpoint without its schemas, for the page that people load first: it need not load the schemas of the
 * contract. The type is still that of the contract, so the two cannot drift apart.
 */
export const withoutSchemas = <E extends Endpoint>(
  parts: Pick<E, 'method' | 'path' | 'permission' | Extract<keyof E, 'reads' | 'writes'>>,
) => parts as E

/**
 * `key` makes the request idempotent: the server does the work once per key, even if the request is repeated.
 */
type Options = {
  signal?: AbortSignal
  key?: string
  headers?: Record<string, string>
  renewsSession?: boolean
  /** The request continues after the page is closed. */
  keepalive?: boolean
}

/**
 * Sends a request of the contract. Returns the response that the contract declares, or throws an ApiError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: Options = {},
): Promise<Reply<E>> {
  const response = await open(endpoint, input, options)
  return (endpoint.reply === 'file' ? await response.blob() : await read(response)) as Reply<E>
}

/** Former people appear in any response, so their names are translated here and not by every screen. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text.includes('Former person ')) return JSON.parse(text)
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? withFormerPeople(value) : value))
}

/** The raw response, for bodies that are read as a stream. */
export async function open<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  const token = endpoint.permission === 'public' ? undefined : currentSession()?.token
  if (endpoint.permission !== 'public' && token === undefined) {
    throw new ApiError(401, { code: 'unauthenticated' }, () => ({ message: m.app_session_ended() }))
  }
  const response = await sendAs(token, endpoint, input as RequestParts, options)
  if (endpoint.method !== 'GET') noteOwnRequest(response.headers.get('x-request-id'), response.status)
  if (!response.ok) throw await refusal(response)
  return response
}

/**
 * If a request failed because the session got a new token in the meantime, it is repeated with that token.
 */
async function sendAs(token: string | undefined, endpoint: Endpoint, input: RequestParts, options: Options) {
  const sender = currentSession()?.user._id
  const response = await send(endpoint, input, token, options)
  if (response.status !== 401 || token === undefined) return response
  if (options.renewsSession !== true) await sessionRenewed()
  const now = currentSession()
  if (now?.token === token) endSession('lost')
  // Another person may have signed in by now; the request must not be sent in their name.
  const isSamePerson = now !== null && now.user._id === sender
  return isSamePerson && now.token !== token ? send(endpoint, input, now.token, options) : response
}

async function send(endpoint: Endpoint, input: RequestParts, token: string | undefined, options: Options) {
  const { signal, key, keepalive } = options
  const headers = new Headers(options.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (key !== undefined) headers.set('idempotency-key', key)
  const { body, type } = contentOf(endpoint, input)
  if (type !== undefined) headers.set('content-type', type)
  const address = addressOf(endpoint, input)
  try {
    const early = endpoint.method === 'GET' ? takeEarly(address, token) : undefined
    if (early !== undefined) return await early
    return await fetch(address, {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
      ...(keepalive && { keepalive }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: 'network' }, () => ({ message: m.error_network() }))
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const error = refusalOf(response.status, await response.json().catch(() => null))
  const duty = dutyNames.find((name) => duties[name] === error.code)
  if (duty !== undefined) rememberDuty(duty)
  return error
}

export function refusalOf(status: number, body: unknown): ApiError {
  const problem = (body ?? {}) as Partial<ProblemBody>
  const { code, message, requestId, conflict } = problem
  if (code === undefined || message === undefined)
    return new ApiError(status, { code: 'unexpected' }, () => ({ message: m.error_unexpected() }))
  return new ApiError(status, { code, requestId, conflict }, () => textsOf(problem))
}

/** The texts of an error response in the person's language. */
function textsOf({ code, message = '', params, fields = {}, fieldCodes = {} }: Partial<ProblemBody>) {
  const texts = Object.entries(fields).map(([name, text]) => [
    name,
    messageText({ message: text, ...fieldCodes[name] }),
  ])
  return { message: messageText({ message, code, params }), fields: Object.fromEntries(texts) }
}
