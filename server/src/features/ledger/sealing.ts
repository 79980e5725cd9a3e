// Why it is built this way: docs/decisions/078-seals-of-the-ledger.md

import { randomBytes } from 'node:crypto'
import {
  hashOfEntry,
  hashOfRedaction,
  hashOfTexts,
  type Redaction,
  type SealedEntry,
} from '@ats/contract/ledger/entry.ts'
import {
  beforeFirst,
  bytesOfHead,
  fromHex,
  type SealHead,
  saltLength,
  sliceOf,
  toHex,
} from '@ats/contract/ledger/seal.ts'
import { rootOf } from '@ats/contract/ledger/tree.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { currentPosition, newSince, type Position } from '#kernel/ledger/position.ts'
import { type SealKey, sha256, signed } from '#kernel/ledger/seal-key.ts'
import { redactionColumns, sealedColumns } from './sealed-columns.ts'

/** A seal is read whole, so its size bounds the memory of whoever seals and checks. */
const mostInSeal = 10_000

type State = {
  position: string | null
  restoredTo: number
  until: string | null
  after: number
  isAhead: boolean
}

/** Who holds the state seals alone; a removal of personal data waits. */
async function lockedState(tx: Db): Promise<State> {
  const { rows } = await sql<State>`select position, restored_to as "restoredTo", until, after,
      coalesce(pg_snapshot_xmax(coalesce(until, position)) > pg_snapshot_xmax(pg_current_snapshot()), false) as "isAhead"
    from ledger_sealing for update`.execute(tx)
  const [state] = rows
  if (state === undefined) throw new Error('ledger_sealing has no row')
  return state
}

/**
 * Where sealing begins: at the first entry, or in a restored database among the last seals. From there, all
 * entries that no seal has are sealed.
 */
async function begin(tx: Db): Promise<State> {
  const { rows: here } = await currentPosition.execute(tx)
  const { rows: sealed } = await sql<{ after: number }>`select coalesce(min(first_id) - 1, 0)::bigint as after
    from (select first_id from ledger_seals order by number desc limit 1000) as latest`.execute(tx)
  const { snapshot, restoredTo } = here[0] as Position
  return { position: null, restoredTo, until: snapshot, after: sealed[0]?.after ?? 0, isAhead: false }
}

type Wanted = { where: RawBuilder<SqlBool> | ReturnType<typeof newSince>; order: RawBuilder<unknown> }

/** The entries that the next seal may have. */
function wantedOf({ position, restoredTo, until, after }: State): Wanted {
  const byNumber = sql`events.id`
  const isSeen = sql<SqlBool>`pg_visible_in_snapshot(events.xact, ${until}::pg_snapshot)`
  if (position === null)
    return {
      where: sql<SqlBool>`events.id > ${after} and (events.id <= ${restoredTo} or events.xact is null or ${isSeen})
        and not exists (select from ledger_seals cross join unnest(ids) as sealed (id)
          where last_id > ${after} and sealed.id = events.id)`,
      order: byNumber,
    }
  if (until === null) return { where: newSince({ snapshot: position, restoredTo }), order: byNumber }
  return {
    where: sql<SqlBool>`events.id > ${Math.max(after, restoredTo)} and ${isSeen}
      and not pg_visible_in_snapshot(events.xact, ${position}::pg_snapshot)`,
    order: byNumber,
  }
}

/** Entries and the snapshot that sees them are read by one statement. */
async function nextEntries(tx: Db, state: State) {
  const { where, order } = wantedOf(state)
  const { rows } = await sql<SealedEntry & { snapshot: string }>`
    with here as materialized (select pg_current_snapshot() as snapshot)
    select here.snapshot::text, entry.* from here left join (
      select ${sql.raw(sealedColumns)} from events where ${where} order by ${order} limit ${mostInSeal + 1}
    ) as entry on true order by entry.id`.execute(tx)
  const entries = rows.filter(({ id }) => id !== null)
  return {
    entries: entries.slice(0, mostInSeal),
    isMore: entries.length > mostInSeal,
    snapshot: rows[0]?.snapshot ?? '',
  }
}

async function lastSeal(tx: Db) {
  const last = await tx
    .selectFrom('ledger_seals')
    .select(['number', 'hash', 'redacted_to as redactedTo'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { number: 0, hash: Buffer.from(fromHex(beforeFirst)), redactedTo: 0 }
}

async function newRedactions(tx: Db, redactedTo: number) {
  const { rows } = await sql<Redaction>`select ${sql.raw(redactionColumns)} from ledger_redactions
    where id > ${redactedTo} order by id limit ${mostInSeal}`.execute(tx)
  return rows
}

type Content = { entries: readonly SealedEntry[]; redactions: readonly Redaction[] }

async function writeSeal(tx: Db, key: SealKey, { entries, redactions }: Content) {
  const { rows: clock } = await sql<{
    now: string
  }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx)
  const { number, hash, redactedTo } = await lastSeal(tx)
  const salts = randomBytes(saltLength * entries.length)
  const leaves = [
    ...entries.map((entry, index) =>
      hashOfEntry(sha256, entry, hashOfTexts(sha256, sliceOf(salts, saltLength, index), entry)),
    ),
    ...redactions.map((redaction) => hashOfRedaction(sha256, redaction)),
  ]
  const root = rootOf(sha256, leaves)
  const head: SealHead = {
    ...{ number: number + 1, previous: toHex(hash), sealedAt: clock[0]?.now ?? '' },
    ...{ firstId: entries[0]?.id ?? null, lastId: entries.at(-1)?.id ?? null },
    ...{
      entries: entries.length,
      redactions: redactions.length,
      root: toHex(root),
      key: toHex(key.publicKey),
    },
  }
  const bytes = bytesOfHead(head)
  await tx
    .insertInto('ledger_seals')
    .values({
      ...{ number: head.number, previous: hash, sealed_at: head.sealedAt },
      ...{ first_id: head.firstId, last_id: head.lastId, ids: entries.map(({ id }) => id), salts },
      ...{ leaves: Buffer.concat(leaves), redacted_to: redactions.at(-1)?.id ?? redactedTo },
      ...{ redactions: redactions.length, root: Buffer.from(root), key: Buffer.from(key.publicKey) },
      ...{ hash: Buffer.from(sha256(bytes)), signature: signed(key, bytes) },
    })
    .execute()
}

type Step = { sealed: number; isMore: boolean }

/** The state after a seal of these entries. */
function stateAfter(state: State, last: SealedEntry | undefined, isMore: boolean, snapshot: string): State {
  if (isMore && last !== undefined) return { ...state, until: state.until ?? snapshot, after: last.id }
  return { ...state, position: state.until ?? snapshot, until: null, after: 0 }
}

/** Seals up to `mostInSeal` new entries, in the transaction that moves the position. */
export async function sealNext(tx: Db, key: SealKey): Promise<Step> {
  const stored = await lockedState(tx)
  const isBeginning = stored.isAhead || (stored.position === null && stored.until === null)
  const state = isBeginning ? await begin(tx) : stored
  const { entries, isMore, snapshot } = await nextEntries(tx, state)
  const redactions = await newRedactions(tx, (await lastSeal(tx)).redactedTo)
  if (entries.length + redactions.length > 0) await writeSeal(tx, key, { entries, redactions })
  const next = stateAfter(state, entries.at(-1), isMore, snapshot)
  // After a step of many, there may be entries that came meanwhile.
  const isNotOver = isMore || state.until !== null || redactions.length === mostInSeal
  await sql`update ledger_sealing set position = ${next.position}, restored_to = ${next.restoredTo}, until = ${next.until},
    after = ${next.after}, reached_at = case when ${isNotOver} then reached_at else now() end`.execute(tx)
  return { sealed: entries.length, isMore: isNotOver }
}
