import { type SecurityFilter, securityEntry } from '@ats/contract/security-feed.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { boundedPage, counting, type KeyRange, mostCounted } from '#kernel/db/paging.ts'
import { networkOf } from '#kernel/http/address.ts'
import { personInScope } from '#kernel/scope.ts'
import { eventId, type FeedRow, feedRows, isOfFeed, ledgerId, personOfEntry } from './feed-rows.ts'
import { actionsOfKind } from './ledger-kinds.ts'

type Tests = RawBuilder<SqlBool>

const all = (tests: readonly Tests[]): Tests => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/**
 * True for entries about people whom the actor may see. Entries about nobody, such as attempts at unknown
 * accounts, are for people who see every place. As in the audit log, entries about others need the permission
 * for users; one's own are always visible.
 */
function isVisible(actor: Actor, person: RawBuilder<unknown>): Tests {
  if (actor.everywhere) return sql<SqlBool>`true`
  if (!actor.permissions.includes('user-management')) return sql<SqlBool>`${person} = ${actor.id}`
  return sql<SqlBool>`(${person} = any(array(select users.id from users where ${personInScope(actor)}))
    or ${person} = ${actor.id})`
}

function timeTests(at: RawBuilder<unknown>, { from, to }: SecurityFilter, days: number): Tests[] {
  return [
    sql`${at} > now() - make_interval(days => ${days})`,
    ...(from === undefined ? [] : [sql<SqlBool>`${at} >= ${`${from}T00:00Z`}::timestamptz`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${at} < ${`${to}T00:00Z`}::timestamptz + interval '24 hours'`]),
  ]
}

/** Conditions for rows of both tables. */
function testsOf(actor: Actor, filter: SecurityFilter, days: number): { stored: Tests; ledger: Tests } {
  const { kind, userId, network } = filter
  const person = sql.ref('security_events.person_id')
  const only = <T>(value: T | undefined, test: (value: T) => Tests) =>
    value === undefined ? [] : [test(value)]
  return {
    stored: all([
      ...timeTests(sql.ref('security_events.at'), filter, days),
      isVisible(actor, person as RawBuilder<unknown>),
      ...only(kind, (value) => sql`security_events.kind = ${value}`),
      ...only(userId, (value) => sql`security_events.person_id = ${value}`),
      ...only(network || undefined, (value) => sql`security_events.network = ${networkOf(value)}`),
    ]),
    ledger: all([
      ...timeTests(sql.ref('events.at'), filter, days),
      isOfFeed(actionsOfKind(kind), kind),
      isVisible(actor, personOfEntry),
      ...only(userId, (value) => sql`${value}::uuid in (events.actor_id, ${personOfEntry})`),
      ...only(network || undefined, () => sql`false`),
    ]),
  }
}

function rowsOfPage({ stored, ledger }: ReturnType<typeof testsOf>, range: KeyRange) {
  const { direction, key, after, limit } = range
  const [way, than] = [sql.raw(direction), sql.raw(direction === 'desc' ? '<' : '>')]
  const beyond = (at: RawBuilder<unknown>, id: RawBuilder<unknown>): Tests =>
    key === undefined
      ? sql`true`
      : sql`(${at} ${than}= ${key}::timestamptz and (${at}, ${id}) ${than} (${key}::timestamptz, ${after}::bigint))`
  // The sum cannot be read from an index: the planner would scan the whole ledger for its few security entries.
  const ledgerAt = sql`events.at + interval '0'`
  return feedRows(
    {
      where: all([stored, beyond(sql.ref('security_events.at'), eventId)]),
      order: sql`security_events.at ${way}, security_events.id ${way}`,
      limit,
    },
    {
      where: all([ledger, beyond(sql.ref('events.at'), ledgerId)]),
      order: sql`${ledgerAt} ${way}, events.id ${way}`,
      limit,
    },
  )
}

/** Rows of the feed with the names of people. */
export const namedRows = (db: Db, rows: RawBuilder<FeedRow>) =>
  db
    .selectFrom(rows.as('feed'))
    .leftJoin('users as about', 'about.id', 'feed.personId')
    .leftJoin('users as author', 'author.id', 'feed.byId')
    .select(['feed.id', 'feed.at', 'feed.lastAt', 'feed.kind', 'feed.count', 'feed.personId', 'feed.account'])
    .select(['feed.keyId', 'feed.address', 'feed.network', 'feed.userAgent', 'feed.requestId'])
    .select(['feed.detail', 'feed.auditId', 'about.full_name as person', 'author.full_name as by'])
    .select(sql<boolean>`coalesce(about.kind = 'program', false)`.as('isProgram'))

/** One page of the feed, as far as the actor may see it and as long as events are kept. */
export async function feedPage(db: Db, actor: Actor, filter: SecurityFilter, days: number) {
  const tests = testsOf(actor, filter, days)
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (
    (select from security_events where ${tests.stored} ${counting}) union all
    (select from events where ${tests.ledger} ${counting})) as shown`.execute(db)
  const count = counted[0]?.count ?? 0
  const { rows, ...page } = await boundedPage(
    async (range) => namedRows(db, rowsOfPage(tests, range)),
    { name: 'at', by: sql<string>`feed.at`, id: sql<string>`feed.id`, direction: filter.direction },
    filter,
    count > mostCounted ? null : count,
  )
  const entries = rows.map((row) => securityEntry.parse(row))
  return { entries, ...page }
}
