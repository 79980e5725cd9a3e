import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { lineOfSeal, type StretchLine, stretchFormat } from '@ats/contract/ledger/stretch.ts'
import type pg from 'pg'
import {
  doubtfulRemovals,
  entriesOf,
  ledger,
  redactionsOf,
  type Source,
  type StoredSeal,
  sealsAfter,
  unsealedEntries,
} from './ledger-reading.ts'

type Range = {
  /** Days in UTC; seals made from the start of the first to the end of the last. */
  from?: string | undefined
  to?: string | undefined
  origin: string
  source?: Source
}

/** The seals that were made in these days: after one number, up to another. */
async function numbersOf(client: pg.ClientBase, { from, to }: Range) {
  const { rows } = await client.query<{ after: number; until: number }>(
    `select coalesce(max(number) filter (where sealed_at < $1::timestamptz), 0)::bigint as after,
       coalesce(max(number) filter (where sealed_at < $2::timestamptz + interval '24 hours'), 0)::bigint as until
     from ledger_seals`,
    [from === undefined ? '-infinity' : `${from}T00:00Z`, to === undefined ? 'infinity' : `${to}T00:00Z`],
  )
  return rows[0] ?? { after: 0, until: 0 }
}

/** The lines of some seals with what belongs to them. */
async function* linesOf(
  client: pg.ClientBase,
  seals: readonly StoredSeal[],
  { source, after }: { source: Source; after: number },
) {
  const ids = seals.flatMap((seal) => seal.ids)
  const entries = Map.groupBy(ids.length === 0 ? [] : await entriesOf(client, source, ids), ({ id }) => id)
  const removals = await redactionsOf(client, seals, after)
  const ofEntries = Map.groupBy(removals, ({ entryId }) => entryId)
  let redactedTo = after
  for (const seal of seals) {
    yield lineOfSeal(seal)
    for (const removal of removals)
      if (removal.id > redactedTo && removal.id <= seal.redactedTo) yield { removal, ofSeal: true }
    for (const id of seal.ids) {
      for (const removal of ofEntries.get(id) ?? []) yield { removal, ofSeal: false }
      for (const entry of entries.get(id) ?? []) yield { entry }
    }
    redactedTo = seal.redactedTo
  }
}

/** The number of the last removal in the seals up to this one. */
async function redactedUntil(client: pg.ClientBase, number: number) {
  const { rows } = await client.query<{ to: number }>(
    'select redacted_to as to from ledger_seals where number = $1',
    [number],
  )
  return rows[0]?.to ?? 0
}

/** A stretch of the ledger, line by line, from one snapshot. */
export async function* stretchOf(client: pg.ClientBase, range: Range): AsyncGenerator<StretchLine> {
  const { source = ledger, origin } = range
  yield { format: stretchFormat, origin, madeAt: new Date().toISOString() }
  const { after, until } = await numbersOf(client, range)
  let number = after
  let redactedTo = await redactedUntil(client, after)
  const end = { seals: 0, entries: 0 }
  for (;;) {
    const seals = (await sealsAfter(client, number)).filter((seal) => seal.number <= until)
    const last = seals.at(-1)
    if (last === undefined) break
    for await (const line of linesOf(client, seals, { source, after: redactedTo })) {
      if ('entry' in line) end.entries += 1
      yield line
    }
    end.seals += seals.length
    number = last.number
    redactedTo = last.redactedTo
  }
  if (range.to === undefined) {
    for (const { entry, isKnown } of await doubtfulRemovals(client, source, redactedTo))
      yield { doubtfulRemoval: entry, isKnown }
    for await (const { id, isNew } of unsealedEntries(client, source)) yield { unsealed: id, isNew }
  }
  yield { end }
}

/** Writes a stretch; what was written and how much. */
export async function writeStretch(client: pg.ClientBase, range: Range, to: Writable) {
  let lines = { seals: 0, entries: 0 }
  await client.query(`begin isolation level repeatable read read only`)
  try {
    for await (const line of stretchOf(client, range)) {
      if (!to.write(`${JSON.stringify(line)}\n`)) await once(to, 'drain')
      if ('end' in line) lines = line.end
    }
  } finally {
    await client.query('rollback')
  }
  to.end()
  await finished(to)
  return lines
}
