import type { Endpoint, Reply, Sent } from '@ats/contract/endpoint.ts'
import type { ProblemBody } from '@ats/contract/problems/body.ts'
import { addressOf, contentOf, type RequestParts } from '@ats/contract/request.ts'

/** An error response. `problem` is null if something other than the product sent it, such as a proxy. */
export class AtsError extends Error {
  readonly status: number
  readonly problem: ProblemBody | null
  /** The seconds to wait before the request is sent again. */
  readonly retryAfter: number | undefined

  constructor({ status, headers }: Response, problem: ProblemBody | null) {
    super(problem?.message ?? `The server responded with status ${status}`)
    this.name = 'AtsError'
    this.status = status
    this.problem = problem
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined
  }

  get code(): ProblemBody['code'] | undefined {
    return this.problem?.code
  }
}

export type ClientSettings = {
  /** The address of the installation, such as `https://ats.example.com`. */
  address: string
  /** The token of a login; public endpoints need none. A function is asked before each request. */
  token?: string | (() => string | Promise<string>)
  /** How often a request is sent again after 429, 503 or a lost connection. */
  retries?: number
  /** The longest wait in seconds; a request that has to wait longer fails at once. */
  longestWait?: number
  fetch?: typeof fetch
}

export type SendOptions = {
  /** The server does the work once per key, so that the request can be repeated after a lost connection. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>
type Omissible<T> = { [K in keyof T]-?: Record<never, never> extends T[K] ? K : never }[keyof T]
/** What an endpoint takes. Parts in which every field is optional can be left out. */
export type Input<E extends Endpoint> = Optional<Sent<E>, Omissible<Sent<E>>>
type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: SendOptions]
    : [input: Input<E>, options?: SendOptions]

/** A list that is read page by page. */
export type Paged = Endpoint & { rows: string; query: { shape: { cursor: unknown } } }
export type Row<E extends Paged> = Reply<E> extends Record<E['rows'], (infer R)[]> ? R : never

/** A response that says when to send the request again, or a write that did not happen. */
function mayRepeat(error: unknown, isSafe: boolean): boolean {
  if (!(error instanceof AtsError)) return isSafe
  if (error.status === 429) return true
  if (error.status === 503) return isSafe || (error.problem !== null && error.code !== 'perhaps-saved')
  return error.code === 'call-under-way'
}

async function problemIn(response: Response): Promise<ProblemBody | null> {
  const body = (await response.json().catch(() => null)) as ProblemBody | null
  return typeof body?.code === 'string' ? body : null
}

const delay = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })

export function atsClient({ address, token, retries = 4, longestWait = 60, ...settings }: ClientSettings) {
  const base = address.replace(/\/+$/, '')

  async function once(endpoint: Endpoint, parts: RequestParts, { idempotencyKey, signal }: SendOptions) {
    const { body, type } = contentOf(endpoint, parts)
    const headers = new Headers()
    if (type !== undefined) headers.set('content-type', type)
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    if (token !== undefined && endpoint.permission !== 'public')
      headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`)
    const response = await (settings.fetch ?? fetch)(`${base}${addressOf(endpoint, parts)}`, {
      ...{ method: endpoint.method, headers },
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    })
    if (!response.ok) throw new AtsError(response, await problemIn(response))
    return endpoint.reply === 'file' ? response.blob() : response.json()
  }

  /** Sends a request. Throws an `AtsError` for an error response, and the error of `fetch` without a response. */
  async function send<E extends Endpoint>(endpoint: E, ...given: Arguments<E>): Promise<Reply<E>> {
    const [input = {}, options = {}] = given
    const isSafe = endpoint.method === 'GET' || options.idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1)
      try {
        return (await once(endpoint, input as RequestParts, options)) as Reply<E>
      } catch (error) {
        const asked = error instanceof AtsError ? error.retryAfter : undefined
        const isLast = attempt >= retries || options.signal?.aborted || (asked ?? 0) > longestWait
        if (isLast || !mayRepeat(error, isSafe)) throw error
        const seconds = asked ?? Math.min(2 ** attempt / 2, longestWait)
        await delay(seconds * 1000, options.signal)
      }
  }

  /** The pages of a list, from the first or from a cursor. */
  async function* pages<E extends Paged>(
    endpoint: E,
    ...given: Arguments<E>
  ): AsyncGenerator<Reply<E>, void> {
    const [input = {}, options] = given
    const { query, ...rest } = input as RequestParts
    let cursor: unknown = query?.cursor
    do {
      // Without a size some lists are returned whole.
      const parts = { ...rest, query: { size: 500, ...query, cursor } }
      const page = await send<E>(endpoint, ...([parts, options] as unknown as Arguments<E>))
      yield page
      cursor = (page as { next: string | null }).next
    } while (cursor !== null)
  }

  /** The rows of a list, page by page. */
  async function* rows<E extends Paged>(endpoint: E, ...given: Arguments<E>): AsyncGenerator<Row<E>, void> {
    for await (const page of pages(endpoint, ...given))
      yield* (page as Record<string, Row<E>[]>)[endpoint.rows] ?? []
  }

  return { send, pages, rows }
}
