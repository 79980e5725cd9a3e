import { type ProblemBody, type ProblemCode, problems } from '@ats/contract/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { isAway, UnknownOutcome } from '#kernel/db/connection.ts'
import { Problem } from './problem.ts'

const busy = () =>
  new Problem('unavailable', 'The server is busy. Please try again shortly.', { retryAfter: 2 })

const perhapsSaved = () =>
  new Problem('unavailable', 'It is not known whether this was saved. Please look before you try again.', {
    retryAfter: 2,
  })

// Times out, cannot get a lock, is shutting down or has no space left; or the statement was to be
// prepared by another call on a shared connection, and that one met with any of these.
const passing = /^(57014|55P03|57P0\d|53\d\d\d|25P03|40001|40P01|26000)$/
const badText = new Set(['22021', '22P05', '22P02'])

/** What a foreign error means to the caller; undefined for those nobody foresaw. */
function translate(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof UnknownOutcome) return perhapsSaved()
  if (isAway(error)) return busy()
  if (error instanceof pg.DatabaseError) {
    if (passing.test(error.code ?? '')) return busy()
    if (badText.has(error.code ?? ''))
      return new Problem('invalid', 'The text holds characters that cannot be stored')
    return undefined
  }
  if (!(error instanceof Error)) return undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  return new Problem(codeOf(status), error.message)
}

const codeOf = (status: number) =>
  (Object.keys(problems) as ProblemCode[]).find((code) => problems[code] === status) ?? 'invalid'

export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = translate(error)
    if (known === undefined) request.log.error({ err: error }, 'unforeseen error')
    else if (known.status >= 500) request.log.warn({ err: error }, 'refused for now')
    return sendProblem(
      request,
      reply,
      known ?? new Problem('internal', 'Something went wrong on the server.'),
    )
  })
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const { code, message, fields, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  const body: ProblemBody = {
    code,
    message,
    error: message,
    requestId: request.id,
    ...(fields && { fields }),
  }
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}
