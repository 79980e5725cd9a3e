import { type AuditEvent, audit } from '@ats/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { allOwnFields, namesInEntries } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { reasonsOf, resolveLines, unlessWithheld } from './lines.ts'
import { lineById, linePage } from './queries.ts'

export function auditRoutes(app: FastifyInstance, { db }: Services) {
  const namesIn = async (actor: Actor, events: AuditEvent[]) =>
    namesInEntries(db, actor, await allOwnFields(db), events)

  serve(app, audit.list, async ({ query }, { actor }) => {
    const page = await linePage(db, actor, await resolveLines(db, actor, query), query)
    return { ...page, ownTexts: await namesIn(actor, page.events) }
  })

  serve(app, audit.get, async ({ params }, { actor }) => {
    const seen = { reasons: reasonsOf(actor), shown: unlessWithheld(actor) }
    const event = found(await lineById(db, actor, params.id, seen), 'record-not-found')
    return { ...event, ownTexts: await namesIn(actor, [event]) }
  })
}
