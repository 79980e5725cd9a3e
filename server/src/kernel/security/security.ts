import { createHmac } from 'node:crypto'
import type { SecurityKind } from '@ats/contract/security-feed.ts'
import type { FastifyRequest } from 'fastify'
import type { Id } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import type { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'

export type SecurityNote = {
  kind: SecurityKind
  /** The account that it is about: a person, or a typed email, of which only a mark is stored. Default: the actor. */
  account?: { id?: Id | undefined; email?: string } | undefined
  keyId?: Id | undefined
  detail?: Record<string, string>
}

/** The same mark for every attempt at an account, even if it does not exist; keeps the email out of logs and tables. */
export const accountMark = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`account\0${email.toLowerCase()}`).digest('hex').slice(0, 16)

const mostText = 200
const short = (text: string | undefined, most = mostText) => text?.slice(0, most) ?? null

/** Requests with an entry of their own, which need no general one for their response. */
const noted = new WeakSet<FastifyRequest>()

/**
 * Adds an entry to the security feed, for what the ledger does not hold. It neither delays the request nor
 * fails: events are counted in memory and stored soon after.
 */
export function noteSecurity(
  { config, security }: Pick<Services, 'config' | 'security'>,
  request: FastifyRequest,
  { kind, account, keyId, detail = {} }: SecurityNote,
) {
  noted.add(request)
  const person = account === undefined ? (request.actor?.id ?? null) : (account.id ?? null)
  const email = account?.email
  security.add({
    kind,
    person,
    account: person === null && email !== undefined ? accountMark(config.secret, email) : null,
    keyId: keyId ?? null,
    network: short(networkOf(request.ip), 100),
    address: short(request.ip, 100),
    userAgent: short(request.headers['user-agent']),
    requestId: request.id,
    detail: Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [name, value.slice(0, mostText)]),
    ),
  })
}

/** Notes responses that refuse: 403 to a person who is signed in, and 429 to anybody. */
export const noteRefusals =
  (services: Pick<Services, 'config' | 'security'>) =>
  (request: FastifyRequest, { status, code }: Problem) => {
    const isRefused = status === 403 && request.actor !== null
    if (noted.has(request) || !(isRefused || status === 429)) return
    const { method, routeOptions } = request
    const detail = { method, path: routeOptions.url ?? '', reason: code }
    noteSecurity(services, request, { kind: isRefused ? 'permission-refused' : 'throttled', detail })
  }
