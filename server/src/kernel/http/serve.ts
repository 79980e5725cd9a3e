// Why it is built this way: docs/decisions/001-api-conventions.md

import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { duties } from '@ats/contract/duties.ts'
import type { Endpoint, Parsed, Reply } from '@ats/contract/endpoint.ts'
import { isAllowed } from '@ats/contract/permissions.ts'
import { fieldMessage, says } from '@ats/contract/problems/fields.ts'
import type { Message } from '@ats/contract/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { during } from '#kernel/tracing/work.ts'
import { whileAwaited } from './abandoned-calls.ts'
import { invalidFields, Problem } from './problem.ts'
import { readUpload } from './upload.ts'
import { JsonStream } from './whole-list.ts'

/** Bytes that no schema describes, with their headers. */
export type FileReply = {
  type: string
  body: Buffer | Readable | string
  headers?: Record<string, string>
  /** The client's copy is still valid. */
  status?: 304
}

type Context<E extends Endpoint> = {
  actor: E['permission'] extends 'public' ? null : Actor
  request: FastifyRequest
  reply: FastifyReply
}
type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? Reply<E> | JsonStream : FileReply
type Handler<E extends Endpoint> = (input: Parsed<E>, context: Context<E>) => Promise<Answer<E>> | Answer<E>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    checkReplies: boolean
    /** Commits of this work are the person's own changes, which they see from then on. */
    writing: <T>(person: Id, work: () => Promise<T>) => Promise<T>
  }
}

/** Registers an endpoint of the contract: its permission, its input and its response. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  route: { compress?: false } = {},
) {
  const { method, path, permission, status = 200 } = endpoint
  if (permission === undefined) throw new Error(`${method} ${path} declares no permission`)
  // A file is still being read after its handler has returned.
  const isRead = method === 'GET' && endpoint.reply !== 'file'
  app.route({
    ...route,
    method,
    url: path,
    config: { endpoint },
    ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
    onRequest: (request) => during(request.work, () => authorize(app, endpoint, request)),
    handler: async (request, reply) => {
      const input = (await parseInput(endpoint, request)) as Parsed<E>
      const { actor } = request
      const context = { actor: actor as Context<E>['actor'], request, reply }
      const work = () => during(request.work, async () => handler(input, context))
      const change = () => (actor === null || method === 'GET' ? work() : app.writing(actor.id, work))
      const answer = await (isRead ? whileAwaited(reply.raw, work) : change())
      // A handler that started a job has already set 202.
      if (!(endpoint.orAccepted && reply.statusCode === 202)) reply.code(status)
      if (endpoint.reply === 'file') return sendFile(reply, answer as FileReply)
      reply.type('application/json; charset=utf-8')
      if (answer instanceof JsonStream) return reply.send(answer.body)
      if (app.checkReplies) checkReply(endpoint, endpoint.reply, answer)
      return reply.serializer(JSON.stringify).send(answer)
    },
  })
}

async function authorize(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest) {
  const { permission, allowedBefore = [] } = endpoint
  if (permission === 'public') return
  request.actor = await app.authenticate(request)
  const { mustFirst } = request.actor
  if (mustFirst !== null && !allowedBefore.includes(mustFirst)) throw new Problem(duties[mustFirst])
  if (permission === 'signed-in' && request.actor.by === 'key') throw new Problem('not-for-programs')
  if (!isAllowed(permission, request.actor.permissions)) throw new Problem('forbidden')
}

/** For schemas without their own text: Zod's would mention types. */
const missingText = ({ code, input }: { code?: string; input?: unknown }) =>
  code === 'invalid_type' && input === undefined ? says('field-required') : undefined

/** The code of a schema's message for a field, or Zod's own text. */
export const messageOfIssue = (issue: { message: string }): Message =>
  (fieldMessage(issue) ?? { code: 'invalid', params: { reason: issue.message } }) as Message

/** Parses every part before it throws, so that all wrong fields are reported together. */
async function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const upload = endpoint.image === undefined ? undefined : await readUpload(request, endpoint.image)
  const given = { params: request.params, query: request.query, body: upload?.fields ?? request.body }
  const fields: Record<string, Message> = {}
  const input: Record<string, unknown> = upload?.image === undefined ? {} : { image: upload.image }
  if (endpoint.file) input.file = fileOf(request)
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    const parsed = schema.safeParse(given[part] ?? {}, { error: missingText })
    if (parsed.success) input[part] = parsed.data
    else
      for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= messageOfIssue(issue)
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return input
}

function fileOf(request: FastifyRequest) {
  if (!(request.body instanceof Readable)) throw new Problem('plain-file-needed')
  return request.body
}

/** A file as the body is passed to the handler as a stream; no other endpoint accepts that content type. */
export function takeFiles(app: FastifyInstance) {
  app.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (request.routeOptions.config.endpoint?.file) done(null, body)
    else done(new Problem('content-type-unknown'))
  })
}

function sendFile(reply: FastifyReply, { type, body, headers = {}, status }: FileReply) {
  if (status !== undefined) reply.code(status)
  return reply.type(type).headers(headers).send(body)
}

function checkReply(endpoint: Endpoint, schema: z.ZodType, answer: unknown) {
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  const parsed = schema.parse(sent)
  if (!isDeepStrictEqual(parsed, sent))
    throw new Error(`${endpoint.method} ${endpoint.path} answers with more than its schema says`)
}
