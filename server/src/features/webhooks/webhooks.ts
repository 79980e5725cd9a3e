// Why it is built this way: docs/decisions/065-webhooks.md

import type { NewWebhook, Webhook, WebhookChange, WebhookReplay } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import { placesChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { refusalOf } from '#kernel/http/outgoing.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { currentPosition } from '#kernel/ledger/position.ts'
import type { Config } from '#server/config.ts'
import { isAdministrator, webhookById } from './queries.ts'
import { newWebhookSecret, secretSealer } from './signature.ts'

const mostWebhooks = 20
const overlap = sql<string>`now() + interval '24 hours'`

const nameTaken = { webhooks_name: () => invalid('name', 'webhook-name-taken') }

/** Starts a round of the workers before their next look. */
const wakeWorkers = (tx: Db) => sql`select pg_notify('webhooks', '')`.execute(tx)

function mustBeAllowed(url: string, { webhookNetworks: networks }: Config) {
  const refused = refusalOf(new URL(url), { networks })
  if (refused === 'https') throw invalid('url', 'webhook-needs-https')
  if (refused === 'address') throw invalid('url', 'webhook-address-not-allowed')
}

/** What the ledger stores about a webhook. */
const factsOf = ({ name, url, topics, places, state }: Webhook) => ({
  ...{ name, url, topics, paused: state === 'paused' },
  places: places?.map(({ path }) => path) ?? null,
})

/** Only the owner may do this; administrators see that the webhook exists. */
async function ownWebhook(tx: Db, actor: Actor, id: Id) {
  const webhook = await webhookById(tx, actor, id)
  if (!webhook.mine) throw new Problem('forbidden')
  return webhook
}

export async function createWebhook(tx: Db, actor: Actor, config: Config, given: NewWebhook) {
  mustBeAllowed(given.url, config)
  const { rows: mine } = await sql`select from webhooks where user_id = ${actor.id}`.execute(tx)
  if (mine.length >= mostWebhooks) throw new Problem('webhooks-too-many', { most: mostWebhooks })
  const { name, url, topics, placeIds } = given
  const secret = newWebhookSecret()
  const insert = sql<{ id: Id }>`
    insert into webhooks (user_id, name, url, topics, in_places, secret, position, restored_to)
    select ${actor.id}, ${name}, ${url}, ${topics}::text[], ${placeIds !== null},
      ${secretSealer(config.secret).seal(secret)}, here.snapshot, here."restoredTo"
    from (${currentPosition}) as here returning id`.execute(tx)
  const { id } = found((await refusing(insert, nameTaken)).rows[0], 'webhook-not-found')
  await setPlaces(tx, actor, id, placeIds)
  const webhook = await webhookById(tx, actor, id)
  await record(tx, actor, {
    ...{ action: 'webhook.created', kind: 'webhook', id, name, after: factsOf(webhook) },
  })
  return { webhook, secret }
}

async function setPlaces(tx: Db, actor: Actor, id: Id, placeIds: readonly Id[] | null) {
  await tx.deleteFrom('webhook_places').where('webhook_id', '=', id).execute()
  if (placeIds === null) return
  const places = await placesChosen(tx, actor, [...new Set(placeIds)])
  await tx
    .insertInto('webhook_places')
    .values(places.map((place_id) => ({ webhook_id: id, place_id })))
    .execute()
}

const fieldsNow = async (tx: Db, actor: Actor, id: Id) => {
  const { name, url, topics, places, state } = await webhookById(tx, actor, id)
  const placeIds = places?.map((place) => place.id) ?? null
  const text = places?.map(({ path }) => path).join(', ') ?? null
  return {
    ...plainFields({ name, url, topics, paused: state === 'paused' }),
    placeIds: { value: placeIds, text, fact: 'places' },
  }
}

const isPauseOnly = ({ version: _, paused, ...others }: WebhookChange) =>
  paused !== undefined && Object.values(others).every((value) => value === undefined)

export async function changeWebhook(tx: Db, actor: Actor, config: Config, id: Id, change: WebhookChange) {
  const before = await webhookById(tx, actor, id)
  if (!before.mine && !isPauseOnly(change)) throw new Problem('forbidden')
  await mustBeVersion(tx, { kind: 'webhook', id }, change.version, () => fieldsNow(tx, actor, id))
  const { name, url, topics, placeIds, paused } = change
  if (url !== undefined) mustBeAllowed(url, config)
  const values = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(topics !== undefined && { topics }),
    ...(placeIds !== undefined && { in_places: placeIds !== null }),
    ...(paused !== undefined && { paused }),
  }
  if (Object.keys(values).length > 0)
    await refusing(tx.updateTable('webhooks').set(values).where('id', '=', id).execute(), nameTaken)
  if (placeIds !== undefined) await setPlaces(tx, actor, id, placeIds)
  const isResumed = paused === false && before.state === 'paused'
  if (isResumed || (url !== undefined && url !== before.url)) await startAgain(tx, id)
  const changes = difference(factsOf(before), factsOf(await webhookById(tx, actor, id)))
  if (changes !== undefined && 'places' in changes.after && placeIds !== null && before.places !== null)
    await raiseVersion(tx, 'webhooks', id)
  const webhook = await webhookById(tx, actor, id)
  if (changes !== undefined)
    await record(tx, actor, {
      ...{ action: 'webhook.changed', kind: 'webhook', id, name: webhook.name, version: webhook.version },
      ...changes,
    })
  return webhook
}

/** After a pause, or with another target: every waiting entry gets its three days again. */
async function startAgain(tx: Db, id: Id) {
  await sql`update webhook_deliveries set next_at = now(), expires_at = now() + interval '3 days'
    where webhook_id = ${id} and status = 'pending'`.execute(tx)
  await sql`update webhooks set due_at = now(), failures = 0, held_until = null where id = ${id}`.execute(tx)
}

export async function deleteWebhook(tx: Db, actor: Actor, id: Id) {
  const webhook = await webhookById(tx, actor, id)
  if (!webhook.mine && !isAdministrator(actor)) throw new Problem('forbidden')
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
  await record(tx, actor, {
    ...{ action: 'webhook.deleted', kind: 'webhook', id, name: webhook.name, before: factsOf(webhook) },
  })
}

export async function rotateSecret(tx: Db, actor: Actor, config: Config, id: Id) {
  const { name } = await ownWebhook(tx, actor, id)
  const secret = newWebhookSecret()
  const sealed = secretSealer(config.secret).seal(secret)
  await sql`update webhooks set former_secret = secret, former_secret_until = ${overlap}, secret = ${sealed},
    secret_made_at = now() where id = ${id}`.execute(tx)
  await record(tx, actor, { action: 'webhook.secret-changed', kind: 'webhook', id, name })
  return { webhook: await webhookById(tx, actor, id), secret }
}

/** The workers read the entries in pages; new entries wait until the replay has read all of them. */
export async function replay(tx: Db, actor: Actor, id: Id, { since, fromEvent }: WebhookReplay) {
  const { name, state, replaying } = await ownWebhook(tx, actor, id)
  if (state === 'paused') throw new Problem('webhook-paused')
  if (replaying) throw new Problem('webhook-replay-running')
  const first =
    fromEvent === undefined
      ? sql`(select min(id) from (select id from events where at >= ${since}::timestamptz offset 0) as later)`
      : sql`${fromEvent}::bigint`
  await sql`update webhooks set replay_after = ${first} - 1, replay_to = (select max(id) from events)
    where id = ${id} and ${first} <= (select max(id) from events)`.execute(tx)
  const after = since === undefined ? { fromEvent } : { since }
  await record(tx, actor, { action: 'webhook.replayed', kind: 'webhook', id, name, after })
  return webhookById(tx, actor, id)
}

export async function repeatDelivery(tx: Db, actor: Actor, id: Id, eventId: number) {
  const { state } = await ownWebhook(tx, actor, id)
  if (state === 'paused') throw new Problem('webhook-paused')
  const { rows } = await sql`update webhook_deliveries
    set status = 'pending', next_at = now(), expires_at = now() + interval '3 days'
    where webhook_id = ${id} and event_id = ${eventId} returning event_id`.execute(tx)
  found(rows[0], 'delivery-not-found')
  await sql`update webhooks set due_at = now() where id = ${id}`.execute(tx)
  await wakeWorkers(tx)
}
