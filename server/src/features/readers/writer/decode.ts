import { createHash } from 'node:crypto'
import type { DeadLetterReason } from '@ats/contract/dead-letters.ts'
import type { Id } from '#kernel/db/db.ts'
import type { Entry } from '#kernel/log/envelope.ts'
import { adapterOf, overflowsIn } from '#kernel/rfid/adapters.ts'
import type { TagRead } from '#kernel/rfid/read.ts'
import { tagOf } from '#kernel/rfid/tag.ts'
import type { Directory, KnownReader } from '../directory.ts'

export type Read = {
  tag: string
  at: string
  reader: Id
  antenna: number
  rssi: number | null
  count: number
  receivedAt: string
}

export type Letter = {
  messageId: string
  reader: Id | null
  reason: DeadLetterReason
  detail: string | null
  payload: string
  receivedAt: string
}

/** What is recorded about a reader besides its reads. */
export type Note = {
  reader: Id
  receivedAt: string
  connection: 'connected' | 'lost' | null
  unreadable: number
  overflows: number
}

export type Decoded = { reads: Read[]; letters: Letter[]; notes: Note[] }

/** A clock that is ahead by more is wrong, and its reads become dead letters. */
const mostAheadMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000
const mostAntenna = 64

/** A message with wrong times is identified by its content; the same content at another time is another message. */
const hasTimes = (reason: DeadLetterReason) => reason === 'future' || reason === 'too-old'

const letterOf = (
  { reader, receivedAt, payload }: Entry,
  known: boolean,
  reason: DeadLetterReason,
  detail?: string,
) => ({
  messageId: createHash('sha256')
    .update(`${reader} ${hasTimes(reason) ? reason : receivedAt}`)
    .update(payload)
    .digest('base64url'),
  ...{ reader: known ? reader : null, reason, detail: detail ?? null, receivedAt },
  // PostgreSQL's text cannot contain NUL.
  payload: Buffer.from(payload).toString().replaceAll('\0', '\u{fffd}'),
})

function parsed(payload: Uint8Array): { value: unknown } | undefined {
  try {
    // A view, not a copy: payloads are most of what a writer reads.
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
    return { value: JSON.parse(bytes.toString()) }
  } catch {
    return undefined
  }
}

type Limits = { readDays: number; now: number }

/** Why a read is rejected because of its time; undefined if it is valid. */
function outOfTime(at: number, { readDays, now }: Limits): 'future' | 'too-old' | undefined {
  if (at > now + mostAheadMs) return 'future'
  return at < now - readDays * dayMs ? 'too-old' : undefined
}

function readsOf(entry: Entry, reads: readonly TagRead[], limits: Limits) {
  const kept: Read[] = []
  const refused = { future: 0, 'too-old': 0, unreadable: 0 }
  for (const { tag: written, lastAt, rssi, count, antenna = 0 } of reads) {
    const tag = tagOf(written)
    const isAntenna = Number.isInteger(antenna) && antenna >= 0 && antenna <= mostAntenna
    const why = outOfTime(Date.parse(lastAt), limits)
    if (tag === undefined || !isAntenna) refused.unreadable += 1
    else if (why !== undefined) refused[why] += 1
    else
      kept.push({ tag, at: lastAt, reader: entry.reader, antenna, rssi, count, receivedAt: entry.receivedAt })
  }
  return { kept, refused }
}

/** Decodes one message of a reader. With `as-received`, for a replay, its reads get the arrival time of the message. */
export function decodeReads(
  reader: KnownReader,
  entry: Entry,
  limits: Limits,
  times: 'as-sent' | 'as-received' = 'as-sent',
): Decoded {
  const { receivedAt } = entry
  const payload = parsed(entry.payload)
  if (payload === undefined)
    return { reads: [], letters: [letterOf(entry, true, 'unreadable', 'It is not JSON.')], notes: [] }
  const adapted = adapterOf(reader.adapter, reader.mapping, receivedAt)(payload.value)
  const timed =
    times === 'as-sent' ? adapted.reads : adapted.reads.map((read) => ({ ...read, lastAt: receivedAt }))
  const { kept, refused } = readsOf(entry, timed, limits)
  const unreadable = adapted.wrong + refused.unreadable
  const overflows = overflowsIn(payload.value)
  const letters: Letter[] = []
  if (unreadable > 0 && kept.length === 0 && refused.future + refused['too-old'] === 0)
    letters.push(letterOf(entry, true, 'unreadable', `Its adapter is ${reader.adapter}.`))
  for (const why of ['future', 'too-old'] as const)
    if (refused[why] > 0 && letters.length === 0)
      letters.push(letterOf(entry, true, why, `${refused[why]} of ${adapted.reads.length} reads.`))
  // Reads already show that the reader is alive; a heartbeat must be recorded.
  const hasNote = unreadable > 0 || overflows > 0 || kept.length === 0
  const notes = hasNote ? [{ reader: reader.id, receivedAt, connection: null, unreadable, overflows }] : []
  return { reads: kept, letters, notes }
}

function decodeHealth(entry: Entry): Note {
  const text = Buffer.from(entry.payload).toString('utf8', 0, 200).toLowerCase()
  const connection = /lost|disconnect|offline|false/.test(text) ? 'lost' : 'connected'
  return { reader: entry.reader, receivedAt: entry.receivedAt, connection, unreadable: 0, overflows: 0 }
}

const isProbe = ({ reader, payload }: Entry) => reader === '-' && payload.length === 0

/** Decodes an entry of the stream. It never throws, whatever the entry contains. */
export function decodeEntry(directory: Pick<Directory, 'get'>, entry: Entry, limits: Limits): Decoded {
  if (isProbe(entry)) return { reads: [], letters: [], notes: [] }
  const reader = directory.get(entry.reader)
  if (reader === undefined)
    return {
      reads: [],
      letters: entry.kind === 'reads' ? [letterOf(entry, false, 'unknown-reader', entry.reader)] : [],
      notes: [],
    }
  if (entry.kind === 'health') return { reads: [], letters: [], notes: [decodeHealth(entry)] }
  return decodeReads(reader, entry, limits)
}

/** A message that could not be written after all attempts. */
export const failedLetter = (entry: Entry, known: boolean, error: unknown): Letter =>
  letterOf(entry, known, 'failed', error instanceof Error ? error.message.slice(0, 500) : 'unknown')
