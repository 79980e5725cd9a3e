import type { ProblemBody } from '@ats/contract/problems/body.ts'
import type { Message } from '@ats/contract/problems.ts'
import { englishOf } from '@ats/contract/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { isAway, UnknownOutcome } from '#kernel/db/connection.ts'
import { BucketAway } from '#kernel/files/bucket.ts'
import { isOutOfSpace } from '#kernel/files/disk-space.ts'
import { Problem } from './problem.ts'

const busy = () => new Problem('unavailable', {}, { retryAfter: 2 })

const perhapsSaved = () =>
  new Problem(
    'perhaps-saved',
    {},
    {
      retryAfter: 2,
    },
  )

// Timeout, lock timeout, shutdown or no space left. Or the statement was to be prepared by another request on
// a shared connection, which failed for one of these reasons.
const passing = /^(57014|55P03|57P0\d|53\d\d\d|25P03|40001|40P01|26000)$/
const badText = new Set(['22021', '22P05', '22P02'])

/** The error for the client; undefined for unexpected ones. */
function translate(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof UnknownOutcome) return perhapsSaved()
  if (error instanceof BucketAway) return new Problem('files-unavailable', {}, { retryAfter: 5 })
  if (isOutOfSpace(error)) return new Problem('disk-full')
  if (isAway(error)) return busy()
  if (error instanceof pg.DatabaseError) {
    if (passing.test(error.code ?? '')) return busy()
    if (badText.has(error.code ?? '')) return new Problem('text-not-storable')
    return undefined
  }
  if (!(error instanceof Error)) return undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  return new Problem(foreign[status] ?? 'invalid', { reason: error.message })
}

/** Errors of Fastify itself. */
const foreign: Record<number, 'too-large' | 'unsupported'> = { 413: 'too-large', 415: 'unsupported' }

type OnProblem = (request: FastifyRequest, problem: Problem) => void

export function handleErrors(app: FastifyInstance, onProblem: OnProblem) {
  app.setErrorHandler((error, request, reply) => {
    const known = translate(error)
    if (known === undefined) request.log.error({ err: error }, 'unforeseen error')
    else if (reply.raw.destroyed) request.log.debug({ err: error }, 'the client has left')
    else if (known.status >= 500) request.log.warn({ err: error }, 'refused for now')
    if (known !== undefined) onProblem(request, known)
    return sendProblem(request, reply, known ?? new Problem('internal'))
  })
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const { reason, message, fields, retryAfter, conflict } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  const body: ProblemBody = {
    ...reason,
    message,
    error: message,
    requestId: request.id,
    ...(fields && { fields: texts(fields), fieldCodes: fields }),
    ...(conflict && { conflict }),
  }
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

const texts = (fields: Record<string, Message>) =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, englishOf(message)]))
