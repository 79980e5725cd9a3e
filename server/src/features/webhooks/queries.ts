import type { Delivery, DeliveryFilter, Webhook } from '@ats/contract/webhooks.ts'
import { type SqlBool, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

/** Administrators see the webhooks of everybody. */
export const isAdministrator = ({ everywhere, permissions }: Actor) =>
  everywhere && permissions.includes('user-management')

const placesOf = (actor: Actor) => sql<Webhook['places']>`case when webhooks.in_places then coalesce((
  select json_agg(json_build_object('id', places.id, 'path', ${placePath}) order by ${placePath})
  from webhook_places join places on places.id = webhook_places.place_id
  where webhook_places.webhook_id = webhooks.id and ${withinScope(actor, 'places')}), '[]') end`

const pendingOf = sql<number>`(select count(*) from (select from webhook_deliveries
  where webhook_id = webhooks.id and status = 'pending' ${counting}) as counted)`

const webhookRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .select([
      ...(['webhooks.id', 'webhooks.name', 'webhooks.url', 'webhooks.topics', 'webhooks.version'] as const),
      placesOf(actor).as('places'),
      sql<Webhook['state']>`case when webhooks.paused then 'paused'
        when webhooks.failing_since is not null then 'failing' else 'active' end`.as('state'),
      sql<boolean>`webhooks.user_id = ${actor.id}`.as('mine'),
      'users.full_name as by',
      'webhooks.secret_made_at as secretMadeAt',
      sql<
        string | null
      >`case when webhooks.former_secret_until > now() then webhooks.former_secret_until end`.as(
        'formerSecretUntil',
      ),
      sql<string | null>`case when webhooks.held_until > now() then webhooks.held_until end`.as('heldUntil'),
      pendingOf.as('pending'),
      sql<boolean>`webhooks.replay_to is not null`.as('replaying'),
      'webhooks.last_delivered_at as lastDeliveredAt',
      'webhooks.last_failed_at as lastFailedAt',
      'webhooks.created_at as createdAt',
    ])
    .where(isAdministrator(actor) ? sql<SqlBool>`true` : sql<SqlBool>`webhooks.user_id = ${actor.id}`)

const mostListed = 1000

export const webhooksSeenBy = (db: Db, actor: Actor): Promise<Webhook[]> =>
  webhookRows(db, actor).orderBy(sql`lower(webhooks.name)`).orderBy('webhooks.id').limit(mostListed).execute()

export const webhookById = async (db: Db, actor: Actor, id: Id): Promise<Webhook> =>
  found(await webhookRows(db, actor).where('webhooks.id', '=', id).executeTakeFirst(), 'webhook-not-found')

export async function deliveryPage(db: Db, actor: Actor, id: Id, { status, ...page }: DeliveryFilter) {
  await webhookById(db, actor, id)
  const chosen = sql<SqlBool>`webhook_id = ${id}::uuid and ${status === undefined ? sql`true` : sql`status = ${status}`}`
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count
    from (select from webhook_deliveries where ${chosen} ${counting}) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const query = db
    .selectFrom('webhook_deliveries')
    .select([
      'event_id as eventId',
      'action',
      'event_at as at',
      sql<Delivery['status']>`status`.as('status'),
      'tries',
      'tried_at as triedAt',
      'next_at as nextAt',
      'code',
      sql<Delivery['failure']>`failure`.as('failure'),
      'duration_ms as durationMs',
    ])
    .where(chosen)
  const order = {
    name: 'event',
    by: sql<string>`event_id`,
    id: sql<string>`event_id`,
    direction: 'desc' as const,
  }
  const total = count > mostCounted ? null : count
  const { rows, ...rest } = await boundedPage(query, order, page, total)
  return { deliveries: rows.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}
