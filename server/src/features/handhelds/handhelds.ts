// Why it is built this way: docs/decisions/077-handhelds-have-tokens.md

import type { IncomingHttpHeaders } from 'node:http'
import { handheldHeader } from '@ats/contract/handheld-header.ts'
import type { Handheld, HandheldChange, HandheldWithToken, newHandheld } from '@ats/contract/handhelds.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import { handheldById } from './queries.ts'

const mostHandhelds = 1000
const refusals = { handhelds_name: () => invalid('name', 'handheld-name-taken') }

/** The place of a handheld, in scope. Only people who see every place change handhelds without one. */
async function placeOf(tx: Db, actor: Actor, placeId: Id | null) {
  if (placeId !== null) return (await placeChosen(tx, actor, placeId)).id
  if (!actor.everywhere) throw invalid('placeId', 'handheld-place-required')
  return null
}

const entryAbout = ({ id, name, place, version }: Handheld) => ({
  ...{ kind: 'handheld' as const, id, name, version, place: place?.id ?? null },
})

const factsOf = ({ name, model, place }: Handheld) => ({ name, model, place: place?.path ?? null })

async function makeToken(tx: Db, id: Id) {
  const { secret, hash } = newSecret('atsh_')
  await sql`update handhelds set token_hash = ${hash}, token_made_at = now() where id = ${id}`.execute(tx)
  return secret
}

export async function addHandheld(
  tx: Db,
  actor: Actor,
  given: z.output<typeof newHandheld>,
): Promise<HandheldWithToken> {
  const { name, model, placeId } = given
  const place = await placeOf(tx, actor, placeId)
  await sql`select pg_advisory_xact_lock(hashtextextended('handhelds', 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from handhelds`.execute(tx)
  if ((rows[0]?.count ?? 0) >= mostHandhelds) throw new Problem('handhelds-too-many', { most: mostHandhelds })
  const values = { name, model, place_id: place, created_by: actor.id }
  const insert = tx.insertInto('handhelds').values(values).returning('id').executeTakeFirstOrThrow()
  const { id } = await refusing(insert, refusals)
  const token = await makeToken(tx, id)
  const handheld = await handheldById(tx, actor, id)
  await record(tx, actor, { action: 'handheld.added', ...entryAbout(handheld), after: factsOf(handheld) })
  return { handheld, token }
}

async function handheldForUpdate(tx: Db, actor: Actor, id: Id) {
  await tx.selectFrom('handhelds').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const handheld = await handheldById(tx, actor, id)
  if (handheld.place === null && !actor.everywhere) throw new Problem('masters-need-everywhere')
  return handheld
}

export async function changeHandheld(tx: Db, actor: Actor, id: Id, change: HandheldChange) {
  const before = await handheldForUpdate(tx, actor, id)
  await mustBeVersion(tx, { kind: 'handheld', id }, change.version, () => {
    const { name, model, place } = before
    return {
      ...plainFields({ name, model }),
      placeId: { value: place?.id ?? null, text: place?.path ?? null, fact: 'place' },
    }
  })
  const { name, model, placeId } = change
  const values = {
    ...(name !== undefined && { name }),
    ...(model !== undefined && { model }),
    ...(placeId !== undefined && { place_id: await placeOf(tx, actor, placeId) }),
  }
  if (Object.keys(values).length > 0)
    await refusing(tx.updateTable('handhelds').set(values).where('id', '=', id).execute(), refusals)
  const after = await handheldById(tx, actor, id)
  const changes = difference(factsOf(before), factsOf(after))
  if (changes !== undefined)
    await record(tx, actor, { action: 'handheld.changed', ...entryAbout(after), ...changes })
  return after
}

export async function renewToken(tx: Db, actor: Actor, id: Id): Promise<HandheldWithToken> {
  await handheldForUpdate(tx, actor, id)
  const token = await makeToken(tx, id)
  const handheld = await handheldById(tx, actor, id)
  await record(tx, actor, { action: 'handheld.token-made', ...entryAbout(handheld) })
  return { handheld, token }
}

export async function revokeHandheld(tx: Db, actor: Actor, id: Id): Promise<Handheld> {
  const before = await handheldForUpdate(tx, actor, id)
  if (before.revoked) return before
  await sql`update handhelds set token_hash = null where id = ${id}`.execute(tx)
  await record(tx, actor, { action: 'handheld.revoked', ...entryAbout(before) })
  return handheldById(tx, actor, id)
}

/**
 * What a handheld sends carries its name; a browser of a person names itself. A handheld whose token was revoked
 * sends nothing: its reads stay on it.
 */
export async function namedDevice<Body extends { device: string }>(
  db: Db,
  headers: IncomingHttpHeaders,
  body: Body,
): Promise<Body> {
  const token = headers[handheldHeader]
  if (typeof token !== 'string') return body
  const hash = hashOf(token)
  const { rows } = await sql<{ name: string }>`select name from handhelds where token_hash = ${hash}`.execute(
    db,
  )
  const [handheld] = rows
  if (handheld === undefined) throw new Problem('handheld-revoked')
  await sql`update handhelds set last_seen_at = now() where token_hash = ${hash}
    and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`.execute(db)
  return { ...body, device: handheld.name }
}
