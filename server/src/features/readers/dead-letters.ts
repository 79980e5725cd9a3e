import type { BulkResult } from '@ats/contract/bulk.ts'
import type { DeadLetter, DeadLetterFilter } from '@ats/contract/dead-letters.ts'
import type { ReaderAdapter, ReaderMapping } from '@ats/contract/readers.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { type SqlBool, sql } from 'kysely'
import { cityNamed } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { recordAll } from '#kernel/ledger/events.ts'
import { messageFields } from '#kernel/messages.ts'
import { fieldsNeeded } from '#kernel/rfid/adapters.ts'
import { isNotWithheld, registerInScope } from '#kernel/scope.ts'

const mostShown = 4000

/** Messages of readers in scope; those of unknown readers are for people who see every place. */
export const isShown = (actor: Actor) =>
  actor.everywhere
    ? (isNotWithheld(actor, 'places') ?? sql<SqlBool>`true`)
    : sql<SqlBool>`(places.id is not null and ${registerInScope(actor)})`

export const lettersAndPlaces = sql`dead_letters left join readers on readers.id = dead_letters.reader_id
  left join places on places.id = readers.place_id`

export async function deadLetterPage(db: Db, actor: Actor, filter: DeadLetterFilter) {
  const { location, readerId, reason } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests = [
    isShown(actor),
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(readerId === undefined ? [] : [sql`dead_letters.reader_id = ${readerId}`]),
    ...(reason === undefined ? [] : [sql`dead_letters.reason = ${reason}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (
    select from ${lettersAndPlaces} where ${where} ${counting}) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const query = db
    .selectFrom('dead_letters')
    .leftJoin('readers', 'readers.id', 'dead_letters.reader_id')
    .leftJoin('places', 'places.id', 'readers.place_id')
    .select([
      'dead_letters.id as _id',
      'dead_letters.reader_id as readerId',
      'readers.name as reader',
      sql<DeadLetter['reason']>`dead_letters.reason`.as('reason'),
      'dead_letters.detail',
      sql<ReaderAdapter | null>`readers.adapter`.as('adapter'),
      sql<ReaderMapping | null>`readers.mapping`.as('mapping'),
      sql<string>`left(dead_letters.payload, ${sql.lit(mostShown)})`.as('payload'),
      'dead_letters.received_at as receivedAt',
      'dead_letters.dead_at as deadAt',
      sql<boolean>`dead_letters.replay is not null`.as('replaying'),
    ])
    .where(where)
  const order = {
    ...{ name: 'deadAt', by: sql<string>`dead_letters.dead_at`, id: sql<string>`dead_letters.id` },
    direction: 'desc' as const,
  }
  const total = count > mostCounted ? null : count
  const { rows, ...page } = await boundedPage(query, order, filter, total)
  const dropped = await droppedLetters(db, actor, city?.id, readerId)
  const deadLetters = rows.map(({ sortKey: _key, sortId: _id, adapter, mapping, ...row }) => ({
    ...row,
    expected: row.reason === 'unreadable' && adapter !== null ? fieldsNeeded(adapter, mapping) : [],
  }))
  return { deadLetters, dropped, ...page }
}

/** The number of discarded messages of the readers in scope. */
async function droppedLetters(db: Db, actor: Actor, cityId: Id | undefined, readerId: Id | undefined) {
  const { rows } = await sql<{ dropped: number }>`select coalesce(sum(totals.dropped), 0)::bigint as dropped
    from dead_letter_totals as totals left join readers on readers.id = totals.reader_id
    left join places on places.id = readers.place_id
    where totals.dropped > 0 and ${isShown(actor)}
      and (${cityId ?? null}::uuid is null or places.city_id = ${cityId ?? null}::uuid)
      and (${readerId ?? null}::uuid is null or totals.reader_id = ${readerId ?? null}::uuid)`.execute(db)
  return rows[0]?.dropped ?? 0
}

type Known = { id: Id; readerId: Id | null; name: string | null; placeId: Id | null }

async function lettersForUpdate(tx: Db, actor: Actor, ids: readonly Id[]) {
  const { rows } =
    await sql<Known>`select dead_letters.id, dead_letters.reader_id as "readerId", readers.name,
      readers.place_id as "placeId"
    from ${lettersAndPlaces} where dead_letters.id = any(${ids}::uuid[]) and ${isShown(actor)}
    order by dead_letters.id for update of dead_letters`.execute(tx)
  return rows
}

/** One ledger entry per reader, however many messages. */
async function recordFor(tx: Db, actor: Actor, action: RecordAction, letters: readonly Known[]) {
  const counts = new Map<Id, { letter: Known; count: number }>()
  for (const letter of letters)
    if (letter.readerId !== null)
      counts.set(letter.readerId, { letter, count: (counts.get(letter.readerId)?.count ?? 0) + 1 })
  const lines = [...counts].map(
    ([
      id,
      {
        letter: { name, placeId },
        count,
      },
    ]) => ({
      ...{
        action,
        kind: 'reader' as const,
        id,
        place: placeId,
        name: name ?? '',
        after: { messages: count },
      },
    }),
  )
  await recordAll(tx, actor, lines)
}

function resultOf(
  ids: readonly Id[],
  letters: readonly Known[],
  code: 'replaying' | 'discarded',
): BulkResult {
  const known = new Set(letters.map(({ id }) => id))
  const results = [...new Set(ids)].map((_id) => {
    const ok = known.has(_id)
    return { _id, assetTagId: null, ok, ...messageFields({ code: ok ? code : 'dead-letter-not-found' }) }
  })
  return { done: known.size, failed: results.length - known.size, results }
}

/** The writer tries them again; those that it can write disappear from the list. */
export async function replayLetters(
  tx: Db,
  actor: Actor,
  { ids, times }: { ids: readonly Id[]; times: 'as-sent' | 'as-received' },
) {
  const letters = await lettersForUpdate(tx, actor, ids)
  const known = letters.map(({ id }) => id)
  await sql`update dead_letters set replay = ${times} where id = any(${known}::uuid[])`.execute(tx)
  await sql`select pg_notify('dead_letters', '')`.execute(tx)
  await recordFor(tx, actor, 'reader.replayed', letters)
  return resultOf(ids, letters, 'replaying')
}

export async function discardLetters(tx: Db, actor: Actor, ids: readonly Id[]) {
  const letters = await lettersForUpdate(tx, actor, ids)
  const known = letters.map(({ id }) => id)
  await sql`delete from dead_letters where id = any(${known}::uuid[])`.execute(tx)
  await recordFor(tx, actor, 'reader.discarded', letters)
  return resultOf(ids, letters, 'discarded')
}
