import type { HelpMessage, HelpStatus, newHelpRequest } from '@ats/contract/help.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { helpRequestById, requestForUpdate } from './queries.ts'

type Request = Awaited<ReturnType<typeof requestForUpdate>>
type Step = {
  action: RecordAction & `help-request.${string}`
  step: HelpMessage['step']
  text: string | null
}

/** How much of a message the ledger entry, and thus a notification, quotes. */
const mostQuoted = 300

async function addMessage(tx: Db, actor: Actor, request: Request, { action, step, text }: Step) {
  await tx
    .insertInto('help_messages')
    .values({ request_id: request.id, step, text, written_by: actor.id })
    .execute()
  const quoted = text !== null && { message: [...text].slice(0, mostQuoted).join('') }
  await record(tx, actor, {
    ...{ action, kind: 'help-request', id: request.id, place: request.cityId, name: request.subject },
    after: { subject: request.subject, ...quoted },
  })
}

export async function openHelpRequest(
  tx: Db,
  actor: Actor,
  { subject, text }: z.output<typeof newHelpRequest>,
  image?: string,
) {
  const { id } = await tx
    .insertInto('help_requests')
    .values({ subject, created_by: actor.id, image: image ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = await requestForUpdate(tx, actor, id)
  await addMessage(tx, actor, request, { action: 'help-request.opened', step: 'written', text })
  return helpRequestById(tx, actor, id)
}

async function goOn(tx: Db, actor: Actor, request: Request, status: HelpStatus, step: Step) {
  await addMessage(tx, actor, request, step)
  await tx
    .updateTable('help_requests')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', request.id)
    .execute()
  return helpRequestById(tx, actor, request.id)
}

/** A message of the asker sets the request to waiting; one of anybody else answers it. */
export async function writeMessage(tx: Db, actor: Actor, id: Id, text: string) {
  const request = await requestForUpdate(tx, actor, id)
  if (request.status === 'closed') throw new Problem('help-request-closed')
  const step = { step: 'written', text } as const
  return request.isMine
    ? goOn(tx, actor, request, 'waiting', { ...step, action: 'help-request.continued' })
    : goOn(tx, actor, request, 'answered', { ...step, action: 'help-request.answered' })
}

export async function closeHelpRequest(tx: Db, actor: Actor, id: Id) {
  const request = await requestForUpdate(tx, actor, id)
  if (request.status === 'closed') return helpRequestById(tx, actor, id)
  return goOn(tx, actor, request, 'closed', { action: 'help-request.closed', step: 'closed', text: null })
}

export async function reopenHelpRequest(tx: Db, actor: Actor, id: Id, text: string) {
  const request = await requestForUpdate(tx, actor, id)
  if (request.status !== 'closed') throw new Problem('help-request-open')
  return goOn(tx, actor, request, 'waiting', { action: 'help-request.reopened', step: 'reopened', text })
}
