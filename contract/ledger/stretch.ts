import { z } from 'zod'
import {
  type Crypto,
  checkEntries,
  checkRemovals,
  checkSeal,
  doubtful,
  type Finding,
  start,
} from './check.ts'
import type { Redaction, SealedEntry } from './entry.ts'
import { fromHex, type Seal, sealProof, toHex } from './seal.ts'

// A stretch of the ledger as a file: one JSON in each line. A seal is followed by its removals and its entries.

export const stretchFormat = 'ats-ledger-1'

const nullable = z.string().nullable()
const entry: z.ZodType<SealedEntry> = z.object({
  ...{ id: z.number(), at: z.string(), actorId: nullable, action: z.string(), recordKind: z.string() },
  ...{ recordId: z.string(), placeId: nullable, fromPlaceId: nullable, readableId: nullable },
  ...{ version: z.number().nullable(), requestId: z.string(), transaction: nullable },
  ...{ recordName: nullable, before: nullable, after: nullable },
})
const removal: z.ZodType<Redaction> = z.object({
  ...{ id: z.number(), entryId: z.number(), personId: z.string() },
  ...{ former: z.string(), texts: z.string(), at: z.string() },
})
const storedSeal = sealProof.extend({ ids: z.array(z.number()), leaves: z.string(), salts: z.string() })
const line = z.union([
  z.object({ seal: storedSeal }),
  z.object({ entry }),
  z.object({
    removal,
    ofSeal: z.boolean().describe('It is part of this seal, and not only about one of its entries.'),
  }),
  z.object({ unsealed: z.number(), isNew: z.boolean() }),
  z.object({ doubtfulRemoval: z.number().describe('The number of its entry.'), isKnown: z.boolean() }),
  z.object({ format: z.literal(stretchFormat), origin: z.string(), madeAt: z.string() }),
  z.object({ end: z.object({ seals: z.number(), entries: z.number() }) }),
])
export type StretchLine = z.infer<typeof line>

export const lineOfSeal = (seal: Seal): StretchLine => ({
  seal: { ...seal, ids: [...seal.ids], leaves: toHex(seal.leaves), salts: toHex(seal.salts) },
})

/** A seal of the file with everything that follows it. */
type Gathered = { seal: Seal; entries: SealedEntry[]; removals: Redaction[]; own: Redaction[] }

export type CheckedStretch = {
  origin: string
  seals: number
  entries: number
  removals: number
  /** Entries that were not sealed yet when the file was made. */
  unsealed: number
  first: Seal | undefined
  last: Seal | undefined
  findings: Finding[]
  /** The file ends as it was written. */
  isWhole: boolean
  /** The signatures were checked; a browser may not be able to. */
  isSignatureChecked: boolean
}

type Known = {
  crypto: Crypto
  keys: readonly string[]
  /** Hashes of seals that left the machine, by number. */
  witnessed?: ReadonlyMap<number, string>
}

/** The most findings that are kept. */
const mostFindings = 1000

const nothing = (): CheckedStretch => ({
  ...{ origin: '', seals: 0, entries: 0, removals: 0, unsealed: 0, first: undefined, last: undefined },
  ...{ findings: [], isWhole: false, isSignatureChecked: true },
})

/** Checks a stretch line by line; memory depends on the largest seal only. */
export async function checkStretch(
  lines: AsyncIterable<string> | Iterable<string>,
  known: Known,
): Promise<CheckedStretch> {
  const checked = nothing()
  let gathered: Gathered | undefined
  const finish = async () => {
    if (gathered !== undefined) await addSeal(checked, gathered, known)
    gathered = undefined
  }
  for await (const text of lines) {
    if (text.trim() === '') continue
    const one = line.parse(JSON.parse(text))
    if (!('entry' in one || 'removal' in one)) await finish()
    if ('seal' in one) gathered = { seal: readSeal(one.seal), entries: [], removals: [], own: [] }
    else if ('entry' in one) gathered?.entries.push(one.entry)
    else if ('removal' in one) (one.ofSeal ? gathered?.own : gathered?.removals)?.push(one.removal)
    else if ('unsealed' in one) addUnsealed(checked, one)
    else if ('doubtfulRemoval' in one) note(checked, [doubtful(one.doubtfulRemoval, one.isKnown)])
    else if ('format' in one) checked.origin = one.origin
    else checked.isWhole = one.end.seals === checked.seals && one.end.entries === checked.entries
  }
  await finish()
  const last = checked.last?.number ?? 0
  // Seals are missing from the end only if the file has the end of the ledger.
  for (const number of known.witnessed?.keys() ?? [])
    if (number > last && checked.isWhole) note(checked, [{ kind: 'rolled-back', seal: number, entry: null }])
  return checked
}

const readSeal = ({ leaves, salts, ...head }: z.infer<typeof storedSeal>): Seal => ({
  ...{ ...head, leaves: fromHex(leaves), salts: fromHex(salts) },
})

const note = ({ findings }: CheckedStretch, found: readonly Finding[]) =>
  findings.push(...found.slice(0, mostFindings - findings.length))

function addUnsealed(checked: CheckedStretch, { unsealed, isNew }: { unsealed: number; isNew: boolean }) {
  if (isNew) checked.unsealed += 1
  else note(checked, [{ kind: 'entry-inserted', seal: null, entry: unsealed }])
}

async function addSeal(checked: CheckedStretch, gathered: Gathered, known: Known) {
  const { seal, entries, own } = gathered
  const isSigned: Crypto['isSigned'] = async (...facts) => {
    const is = await known.crypto.isSigned(...facts)
    if (is === undefined) checked.isSignatureChecked = false
    return is
  }
  const crypto = { ...known.crypto, isSigned }
  note(checked, await findingsOf(gathered, { crypto, keys: known.keys, before: checked.last }))
  const hash = known.witnessed?.get(seal.number)
  if (hash !== undefined && hash !== seal.hash)
    note(checked, [{ kind: 'rolled-back', seal: seal.number, entry: null }])
  checked.first ??= seal
  checked.last = seal
  checked.seals += 1
  checked.entries += entries.length
  checked.removals += own.length
}

type Expected = { crypto: Crypto; keys: readonly string[]; before: Seal | undefined }

async function findingsOf({ seal, entries, removals, own }: Gathered, { crypto, keys, before }: Expected) {
  const previous = before ?? (seal.number === 1 ? start : undefined)
  const expected = { previous, keys }
  const sealed = new Set(seal.ids)
  const known = new Map<number, SealedEntry>()
  const strangers: Finding[] = []
  for (const one of entries) {
    if (!sealed.has(one.id) || known.has(one.id))
      strangers.push({ kind: 'entry-inserted', seal: seal.number, entry: one.id })
    known.set(one.id, one)
  }
  const groups = Map.groupBy(removals, ({ entryId }) => entryId)
  return [
    ...(await checkSeal(crypto, seal, expected)),
    ...checkEntries(crypto.sha256, seal, known, (id) => groups.get(id) ?? [], expected),
    ...strangers,
    ...checkRemovals(crypto.sha256, seal, own),
  ]
}
