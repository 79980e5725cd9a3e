import {
  hashOfEntry,
  hashOfRedaction,
  hashOfTexts,
  noSalt,
  type Redaction,
  type SealedEntry,
  type Sha256,
} from './entry.ts'
import {
  areEqual,
  beforeFirst,
  bytesOfHead,
  fromHex,
  hashLength,
  rootOfLeaves,
  type Seal,
  type SealProof,
  saltLength,
  sliceOf,
  toHex,
} from './seal.ts'

export const findingKinds = [
  ...(['entry-altered', 'entry-missing', 'entry-inserted', 'entry-reordered', 'entry-backdated'] as const),
  ...(['seal-altered', 'seal-missing', 'seal-chain', 'seal-signature', 'seal-key'] as const),
  ...(['removal-altered', 'removal-missing', 'removal-inserted', 'removal-unsealed', 'rolled-back'] as const),
] as const
export type FindingKind = (typeof findingKinds)[number]

/** Something that is not as it was sealed. */
export type Finding = { kind: FindingKind; seal: number | null; entry: number | null; detail?: string }

export type Crypto = {
  sha256: Sha256
  /** Undefined: this browser cannot check signatures. */
  isSigned: (
    key: Uint8Array,
    signature: Uint8Array,
    bytes: Uint8Array,
  ) => boolean | undefined | Promise<boolean | undefined>
}

type Expected = {
  /** The seal before; undefined: nothing is known about what comes before a stretch. */
  previous: Pick<SealProof, 'number' | 'hash' | 'sealedAt'> | undefined
  /** The public keys that were received outside of the database, in hex; empty: not compared. */
  keys: readonly string[]
}

/** The seal before the first. */
export const start = { number: 0, hash: beforeFirst, sealedAt: '' }

/** The seal itself: its place in the chain, its hash, signature and key, and its own lists. */
export async function checkSeal(
  { sha256, isSigned }: Crypto,
  seal: Seal,
  { previous, keys }: Expected,
): Promise<Finding[]> {
  const found: Finding[] = []
  const note = (kind: FindingKind, detail?: string) =>
    found.push({ kind, seal: seal.number, entry: null, ...(detail === undefined ? {} : { detail }) })
  if (previous !== undefined) {
    if (seal.number !== previous.number + 1) note('seal-missing', `${previous.number + 1}–${seal.number - 1}`)
    else if (seal.previous !== previous.hash) note('seal-chain')
  }
  const bytes = bytesOfHead(seal)
  const lists = seal.leaves.length / hashLength
  const isWhole =
    toHex(sha256(bytes)) === seal.hash &&
    rootOfLeaves(sha256, seal.leaves) === seal.root &&
    seal.ids.length === seal.entries &&
    lists === seal.entries + seal.redactions &&
    seal.salts.length === seal.entries * saltLength &&
    (seal.ids[0] ?? null) === seal.firstId &&
    (seal.ids.at(-1) ?? null) === seal.lastId
  if (!isWhole) note('seal-altered')
  if ((await isSigned(fromHex(seal.key), fromHex(seal.signature), bytes)) === false) note('seal-signature')
  if (keys.length > 0 && !keys.includes(seal.key)) note('seal-key', seal.key)
  return found
}

const backdatedMs = 60 * 60 * 1000

const isBackdated = (entry: SealedEntry, { previous }: Expected) =>
  previous !== undefined &&
  previous.sealedAt !== '' &&
  Date.parse(entry.at) < Date.parse(previous.sealedAt) - backdatedMs

/** The removals of each entry, first to last. */
export type RemovalsOf = (entryId: number) => readonly Redaction[]

/** Whether the texts are what was sealed, or what the removals of personal data made of it. */
function textsOf(sha256: Sha256, entry: SealedEntry, salt: Uint8Array, removals: readonly Redaction[]) {
  const [first] = removals
  if (first === undefined) return hashOfTexts(sha256, salt, entry)
  let last = first.former
  for (const { former, texts } of removals) {
    if (former !== last) return undefined
    last = texts
  }
  return toHex(hashOfTexts(sha256, noSalt, entry)) === last ? fromHex(first.former) : undefined
}

/** Compares entries with their seal. Entries are in the order of the seal; those that are missing are left out. */
export function checkEntries(
  sha256: Sha256,
  seal: Seal,
  entries: ReadonlyMap<number, SealedEntry>,
  removalsOf: RemovalsOf,
  expected: Expected,
): Finding[] {
  const found: Finding[] = []
  let last = -1
  for (const [index, id] of seal.ids.entries()) {
    const note = (kind: FindingKind, detail?: string) =>
      found.push({ kind, seal: seal.number, entry: id, ...(detail === undefined ? {} : { detail }) })
    if (id <= last) note('entry-reordered')
    last = Math.max(last, id)
    const entry = entries.get(id)
    if (entry === undefined) {
      note('entry-missing')
      continue
    }
    const texts = textsOf(sha256, entry, sliceOf(seal.salts, saltLength, index), removalsOf(id))
    const hash = texts && hashOfEntry(sha256, entry, texts)
    if (hash === undefined || !areEqual(hash, sliceOf(seal.leaves, hashLength, index))) note('entry-altered')
    else if (isBackdated(entry, expected)) note('entry-backdated', entry.at)
  }
  return found
}

/** Compares the removals of a seal with their hashes. */
export function checkRemovals(sha256: Sha256, seal: Seal, removals: readonly Redaction[]): Finding[] {
  const found: Finding[] = []
  for (let index = 0; index < Math.max(seal.redactions, removals.length); index += 1) {
    const removal = removals[index]
    const entry = removal?.entryId ?? null
    const leaf = toHex(sliceOf(seal.leaves, hashLength, seal.entries + index))
    if (removal === undefined) found.push({ kind: 'removal-missing', seal: seal.number, entry })
    else if (index >= seal.redactions) found.push({ kind: 'removal-inserted', seal: seal.number, entry })
    else if (toHex(hashOfRedaction(sha256, removal)) !== leaf)
      found.push({ kind: 'removal-altered', seal: seal.number, entry })
  }
  return found
}

/** A removal that no seal has yet, or of a person whose data nobody removed. */
export const doubtful = (entry: number, isKnown: boolean): Finding => ({
  ...{ kind: isKnown ? 'removal-unsealed' : 'removal-inserted', seal: null, entry },
})
