import { createReadStream } from 'node:fs'
import type { Redaction, SealedEntry } from '@ats/contract/ledger/entry.ts'
import type { Seal } from '@ats/contract/ledger/seal.ts'
import type pg from 'pg'
import { redactionColumns, sealColumns, sealedColumns } from '#features/ledger/sealed-columns.ts'

/** The sum over the entries of the seals that are read together; a seal has at most half of it. */
const mostEntries = 20_000

export type StoredSeal = Seal & { redactedTo: number }

/** The seals after a number, as many as fit into memory. */
export async function sealsAfter(client: pg.ClientBase, number: number): Promise<StoredSeal[]> {
  const { rows } = await client.query<StoredSeal>(
    `select ${sealColumns}, ids::float8[] as ids, leaves, salts, redacted_to as "redactedTo" from ledger_seals
     where number in (select number from (
       select number, row_number() over (order by number) as place, sum(cardinality(ids) + redactions) over (order by number) as total
       from ledger_seals where number > $1 and number <= $1 + 1000) as next where place = 1 or total <= ${mostEntries})
     order by number`,
    [number],
  )
  return rows.length > 0 ? rows : sealsBeyondGap(client, number)
}

/** Numbers without a seal: what follows is read all the same. */
async function sealsBeyondGap(client: pg.ClientBase, number: number): Promise<StoredSeal[]> {
  const { rows } = await client.query<{ next: number | null }>(
    'select min(number) as next from ledger_seals where number > $1',
    [number],
  )
  const next = rows[0]?.next ?? null
  return next === null ? [] : sealsAfter(client, next - 1)
}

/** Where entries are: the ledger, and the archived months that were loaded beside it. */
export type Source = { events: string }
export const ledger: Source = { events: 'events' }
export const archivedTable = 'archived_events'
export const withArchives: Source = {
  events: `(select * from events union all select * from pg_temp.${archivedTable})`,
}

/** The entries with these numbers. A number should be there once. */
export async function entriesOf(client: pg.ClientBase, { events }: Source, ids: readonly number[]) {
  const [lowest, highest] = [Math.min(...ids), Math.max(...ids)]
  // Numbers are nearly all of a range: a range is read faster than single numbers.
  const isDense = highest - lowest < 2 * ids.length
  const { rows } = await client.query<SealedEntry>(
    `select ${sealedColumns} from ${events} as events
     where events.id between $1 and $2 ${isDense ? '' : 'and events.id = any($3::bigint[])'}`,
    isDense ? [lowest, highest] : [lowest, highest, ids],
  )
  return rows
}

export async function redactionsOf(client: pg.ClientBase, seals: readonly StoredSeal[], after: number) {
  const ids = seals.flatMap((seal) => seal.ids)
  const until = seals.at(-1)?.redactedTo ?? after
  const { rows } = await client.query<Redaction>(
    `select ${redactionColumns} from ledger_redactions
     where entry_id = any($1::bigint[]) or (id > $2 and id <= $3) order by id`,
    [ids, after, until],
  )
  return rows
}

type Removed = { entry: number; isKnown: boolean }

/** Removals that no seal has, and those of people whose data nobody removed. */
export async function doubtfulRemovals(client: pg.ClientBase, { events }: Source, redactedTo: number) {
  const { rows } = await client.query<Removed>(
    `select entry_id as entry, "isKnown" from ledger_redactions cross join lateral (select exists (
       select from ${events} as events where record_kind = 'user' and record_id = person_id
         and action = 'user.personal-data-removed') as "isKnown") as person
     where ledger_redactions.id > $1 or not "isKnown" order by id`,
    [redactedTo],
  )
  return rows
}

const windowOf = 100_000

/** Entries that no seal has, although the ledger was sealed beyond them. */
export async function* unsealedEntries(client: pg.ClientBase, { events }: Source) {
  const { rows: ends } = await client.query<{ last: number | null }>(
    `select max(id) as last from ${events} as events`,
  )
  const last = ends[0]?.last ?? 0
  for (let from = 0; from < last; from += windowOf) {
    const { rows } = await client.query<{ id: number; isNew: boolean }>(
      `select events.id, coalesce(case
          when sealing.position is null then events.id > sealing.after
          else events.id > sealing.restored_to and not pg_visible_in_snapshot(events.xact, sealing.position) end, false) as "isNew"
       from ${events} as events cross join ledger_sealing as sealing
       where events.id > $1 and events.id <= $2 and not exists (
         select from ledger_seals cross join unnest(ids) as sealed (id)
         where int8range(first_id, last_id, '[]') && int8range($1, $2, '(]') and sealed.id = events.id)
       order by events.id`,
      [from, from + windowOf],
    )
    yield* rows
  }
}

/** Lines of a file, one at a time. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
