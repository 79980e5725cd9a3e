// Why it is built this way: docs/decisions/078-seals-of-the-ledger.md

import { readFile, rename, writeFile } from 'node:fs/promises'
import {
  checkEntries,
  checkRemovals,
  checkSeal,
  doubtful,
  type Finding,
  start,
} from '@ats/contract/ledger/check.ts'
import type { Redaction, SealedEntry } from '@ats/contract/ledger/entry.ts'
import type pg from 'pg'
import { z } from 'zod'
import { isSigned, sha256 } from '#kernel/ledger/seal-key.ts'
import type { Archived } from './ledger-archives.ts'
import {
  doubtfulRemovals,
  entriesOf,
  ledger,
  linesOf,
  redactionsOf,
  type Source,
  type StoredSeal,
  sealsAfter,
  unsealedEntries,
} from './ledger-reading.ts'

const crypto = { sha256, isSigned }

const progress = z.object({
  number: z.number(),
  hash: z.string(),
  sealedAt: z.string(),
  redactedTo: z.number(),
  entries: z.number(),
})
type Progress = z.infer<typeof progress>

type Wanted = {
  source?: Source
  /** The public keys that were received outside of the database, in hex. */
  keys: readonly string[]
  /** A file with seals that left the machine, one as JSON in each line. */
  witness?: string | undefined
  /** The seal to begin after, and the last. */
  after?: number | undefined
  until?: number | undefined
  /** Where to note how far it is, and to go on from there. */
  progressFile?: string | undefined
  /** Entries that are archived and not examined. */
  archived?: Archived | undefined
  found: (finding: Finding) => void
}

export type Verified = {
  seals: number
  entries: number
  findings: number
  unsealed: number
  archived: number
  last: Progress
}

const beginning: Progress = { ...start, redactedTo: 0, entries: 0 }

async function storedProgress(file: string | undefined): Promise<Progress | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : progress.parse(JSON.parse(text))
}

async function noteProgress(file: string | undefined, value: Progress) {
  if (file === undefined) return
  await writeFile(`${file}.part`, JSON.stringify(value))
  await rename(`${file}.part`, file)
}

async function sealNumbered(client: pg.ClientBase, number: number): Promise<Progress> {
  const [seal] = number === 0 ? [] : await sealsAfter(client, number - 1)
  if (seal === undefined) return beginning
  if (seal.number !== number) throw new Error(`There is no seal ${number}`)
  return { ...progressAt(seal), entries: 0 }
}

const progressAt = ({ number, hash, sealedAt, redactedTo }: StoredSeal) => ({
  number,
  hash,
  sealedAt,
  redactedTo,
})

/** Entries by number, and the numbers that are there twice. */
function byNumber(entries: readonly SealedEntry[], wanted: ReadonlySet<number>) {
  const known = new Map<number, SealedEntry>()
  const twice: number[] = []
  for (const entry of entries) {
    if (!wanted.has(entry.id)) continue
    if (known.has(entry.id)) twice.push(entry.id)
    known.set(entry.id, entry)
  }
  return { known, twice }
}

function groupedBy(removals: readonly Redaction[]) {
  const groups = Map.groupBy(removals, ({ entryId }) => entryId)
  return (id: number) => groups.get(id) ?? []
}

type Batch = {
  seals: readonly StoredSeal[]
  previous: Progress
  removals: readonly Redaction[]
  entries: readonly SealedEntry[]
}

async function findingsOf(
  { seals, previous, removals, entries }: Batch,
  { keys }: Wanted,
): Promise<Finding[]> {
  const { known, twice } = byNumber(entries, new Set(seals.flatMap(({ ids }) => ids)))
  const removalsOf = groupedBy(removals)
  const findings: Finding[] = twice.map((entry) => ({ kind: 'entry-inserted', seal: null, entry }))
  let before = previous
  for (const seal of seals) {
    const expected = { previous: before, keys }
    findings.push(...(await checkSeal(crypto, seal, expected)))
    findings.push(...checkEntries(sha256, seal, known, removalsOf, expected))
    const own = removals.filter(({ id }) => id > before.redactedTo && id <= seal.redactedTo)
    findings.push(...checkRemovals(sha256, seal, own))
    before = { ...progressAt(seal), entries: before.entries + seal.entries }
  }
  return findings
}

/** Compares the ledger with its seals, in bounded memory. Findings are reported as they are found. */
export async function verifyLedger(client: pg.ClientBase, wanted: Wanted): Promise<Verified> {
  const { source = ledger, until = Number.POSITIVE_INFINITY, archived } = wanted
  let last = (await storedProgress(wanted.progressFile)) ?? (await sealNumbered(client, wanted.after ?? 0))
  const verified = { seals: 0, entries: 0, findings: 0, unsealed: 0, archived: 0 }
  const report = (finding: Finding) => {
    verified.findings += 1
    wanted.found(finding)
  }
  for (;;) {
    const read = await sealsAfter(client, last.number)
    const seals = read.filter(({ number }) => number <= until)
    const end = seals.at(-1)
    if (end === undefined) break
    const ids = seals.flatMap((seal) => seal.ids)
    const entries = ids.length === 0 ? [] : await entriesOf(client, source, ids)
    const removals = await redactionsOf(client, seals, last.redactedTo)
    for (const finding of await findingsOf({ seals, previous: last, removals, entries }, wanted))
      if (finding.kind === 'entry-missing' && (finding.entry ?? 0) < (archived?.beforeId ?? 0))
        verified.archived += 1
      else report(finding)
    verified.seals += seals.length
    verified.entries += ids.length
    last = { ...progressAt(end), entries: last.entries + ids.length }
    await noteProgress(wanted.progressFile, last)
  }
  if (wanted.until === undefined)
    await compareTheRest(client, { ...wanted, source }, { last, verified, report })
  if (archived !== undefined && verified.archived > archived.rows)
    report({ kind: 'entry-missing', seal: null, entry: null, detail: `${verified.archived - archived.rows}` })
  return { ...verified, last }
}

type Rest = { last: Progress; verified: { unsealed: number }; report: (finding: Finding) => void }

/** Entries without a seal, removals without one, and what a witness knows. */
async function compareTheRest(
  client: pg.ClientBase,
  wanted: Wanted & { source: Source },
  { last, verified, report }: Rest,
) {
  for await (const { id, isNew } of unsealedEntries(client, wanted.source))
    if (isNew) verified.unsealed += 1
    else report({ kind: 'entry-inserted', seal: null, entry: id })
  for (const { entry, isKnown } of await doubtfulRemovals(client, wanted.source, last.redactedTo))
    report(doubtful(entry, isKnown))
  if (wanted.witness !== undefined) await compareWitness(client, wanted.witness, { last, report })
}

const witnessed = z.object({ number: z.number(), hash: z.string() })

async function compareWitness(
  client: pg.ClientBase,
  file: string,
  { last, report }: Pick<Rest, 'last' | 'report'>,
) {
  const ask = "select encode(hash, 'hex') as hash from ledger_seals where number = $1"
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue
    const { number, hash } = witnessed.parse(JSON.parse(line))
    const { rows } = await client.query<{ hash: string }>(ask, [number])
    if (number > last.number || rows[0]?.hash !== hash)
      report({ kind: 'rolled-back', seal: number, entry: null, detail: hash })
  }
}
