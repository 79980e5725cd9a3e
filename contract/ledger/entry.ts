// The canonical form of a ledger entry. Changing it makes every seal invalid: a new form needs a new name.
// Why it is built this way: docs/decisions/078-seals-of-the-ledger.md

export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** An entry as PostgreSQL writes it: `before` and `after` are the text of the JSON. */
export type SealedEntry = {
  id: number
  at: string
  actorId: string | null
  action: string
  recordKind: string
  recordId: string
  placeId: string | null
  fromPlaceId: string | null
  readableId: string | null
  version: number | null
  requestId: string
  transaction: string | null
  recordName: string | null
  before: string | null
  after: string | null
}

const text = new TextEncoder()
const [lengthBytes, absent, mostAscii] = [8, 0xff, 0x7f]
/** UTF-8 needs at most three bytes for a unit of a text. */
const bytesOfUnit = 3
let scratch = new Uint8Array(16_384)

/** Most texts are short and ASCII, for which a loop is faster than an encoder. Returns the number of bytes. */
function write(value: string, at: number): number {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index)
    if (code > mostAscii) return text.encodeInto(value, scratch.subarray(at)).written
    scratch[at + index] = code
  }
  return value.length
}

/** Values one after the other, each with its length, so that no two lists have the same bytes. */
export function framed(values: readonly (string | Uint8Array | null)[]): Uint8Array<ArrayBuffer> {
  const most = values.reduce((sum, value) => sum + lengthBytes + bytesOfUnit * (value?.length ?? 0), 0)
  if (most > scratch.length) scratch = new Uint8Array(2 * most)
  const view = new DataView(scratch.buffer)
  let at = 0
  for (const value of values) {
    const start = at + lengthBytes
    let length = 0
    if (typeof value === 'string') length = write(value, start)
    else if (value !== null) {
      scratch.set(value, start)
      length = value.length
    }
    if (value === null) scratch.fill(absent, at, start)
    else {
      view.setUint32(at, 0)
      view.setUint32(at + lengthBytes / 2, length)
    }
    at = start + length
  }
  return scratch.slice(0, at)
}

type Texts = Pick<SealedEntry, 'before' | 'after' | 'recordName'>

/** Texts may name a person. With their random salt, nobody can try names once the salt is gone. */
export const hashOfTexts = (sha256: Sha256, salt: Uint8Array, { before, after, recordName }: Texts) =>
  sha256(framed([salt, before, after, recordName]))

const decimal = (value: number | null) => (value === null ? null : String(value))

/** The hash of an entry; the hash of its texts stays valid when personal data was removed from them. */
export const hashOfEntry = (sha256: Sha256, entry: SealedEntry, texts: Uint8Array) =>
  sha256(
    framed([
      ...['ats-entry-1', decimal(entry.id), entry.at, entry.actorId, entry.action, entry.recordKind],
      ...[entry.recordId, entry.placeId, entry.fromPlaceId, entry.readableId, decimal(entry.version)],
      ...[entry.requestId, entry.transaction, texts],
    ]),
  )

/** Personal data that was removed from the texts of an entry. */
export type Redaction = {
  id: number
  entryId: number
  personId: string
  /** The hashes of the texts before and after, in hex. The salt of the first is destroyed. */
  former: string
  texts: string
  at: string
}

export const noSalt = new Uint8Array(0)

export const hashOfRedaction = (sha256: Sha256, redaction: Redaction) =>
  sha256(
    framed([
      ...['ats-redaction-1', decimal(redaction.id), decimal(redaction.entryId), redaction.personId],
      ...[redaction.former, redaction.texts, redaction.at],
    ]),
  )
