import { DirectoryFailure } from './failure.ts'

const sequence = 0x30
const set = 0x31
const octets = 0x04
const integer = 0x02
const enumerated = 0x0a
const searchEntry = 0x64
const controls = 0xa0
/** Bind, search entry, end of a search, reference, and extended operation. */
const responses = [0x61, searchEntry, 0x65, 0x73, 0x78]
const mostNested = 10

type Part = { tag: number; start: number; end: number }

const malformed = () => new DirectoryFailure('malformed')

/** The tag and the length at a position; undefined if the bytes end before them. */
function headerAt(bytes: Buffer, at: number): Part | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  if ((tag & 0x1f) === 0x1f) throw malformed()
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw malformed()
  if (bytes.length < at + 2 + count) return undefined
  const start = at + 2 + count
  return { tag, start, end: start + bytes.readUIntBE(at + 2, count) }
}

/** The parts within a part; they must fill it completely. */
function partsOf(bytes: Buffer, { start, end }: Part): Part[] {
  const parts: Part[] = []
  for (let at = start; at < end; ) {
    const part = headerAt(bytes, at)
    if (part === undefined || part.end > end) throw malformed()
    parts.push(part)
    at = part.end
  }
  return parts
}

const mustBe = (part: Part | undefined, tag: number) => {
  if (part?.tag !== tag) throw malformed()
  return part
}

function mustFit(bytes: Buffer, part: Part, depth = 0) {
  if (depth > mostNested) throw malformed()
  if ((part.tag & 0x20) !== 0) for (const inner of partsOf(bytes, part)) mustFit(bytes, inner, depth + 1)
}

function mustBeEntry(bytes: Buffer, entry: Part) {
  const [name, attributes, ...rest] = partsOf(bytes, entry)
  mustBe(name, octets)
  if (rest.length > 0) throw malformed()
  for (const attribute of partsOf(bytes, mustBe(attributes, sequence))) {
    const [type, values, ...more] = partsOf(bytes, mustBe(attribute, sequence))
    mustBe(type, octets)
    if (more.length > 0) throw malformed()
    for (const value of partsOf(bytes, mustBe(values, set))) mustBe(value, octets)
  }
}

/** The parts of a message: its id, its operation and maybe controls. */
function contentsOf(bytes: Buffer) {
  const [id, operation, more, ...rest] = partsOf(bytes, mustBe(headerAt(bytes, 0), sequence))
  if (operation === undefined || rest.length > 0) throw malformed()
  return { id: mustBe(id, integer), operation, more }
}

/** The parser of ldapts loops forever on lengths that do not fit into each other, so such messages never reach it. */
function mustBeMessage(bytes: Buffer) {
  const { operation, more } = contentsOf(bytes)
  if (!responses.includes(operation.tag)) throw malformed()
  if (operation.tag === searchEntry) mustBeEntry(bytes, operation)
  else mustFit(bytes, operation)
  if (more !== undefined) mustFit(bytes, mustBe(more, controls))
}

/** Whether a checked message says that an operation was successful. */
export function isSuccess(bytes: Buffer, messageId: number, tag: number): boolean {
  const { id, operation } = contentsOf(bytes)
  const [code] = operation.tag === tag ? partsOf(bytes, operation) : []
  const isByte = (part: Part, value: number) => part.end === part.start + 1 && bytes[part.start] === value
  return isByte(id, messageId) && code?.tag === enumerated && isByte(code, 0)
}

/** Splits a stream of bytes into complete LDAP messages, and rejects malformed ones and those above the limit. */
export function messageSplitter(mostBytes: number) {
  let chunks: Buffer[] = []
  let held = 0
  let needed = 2
  return function split(chunk: Buffer): Buffer[] {
    chunks.push(chunk)
    held += chunk.length
    const messages: Buffer[] = []
    while (held >= needed) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      const header = headerAt(bytes, 0)
      if (header !== undefined) mustBe(header, sequence)
      needed = header?.end ?? held + 1
      if (needed > mostBytes) throw new DirectoryFailure('too-large')
      const isWhole = held >= needed
      if (isWhole) {
        const message = bytes.subarray(0, needed)
        mustBeMessage(message)
        messages.push(message)
      }
      const rest = isWhole ? bytes.subarray(needed) : bytes
      chunks = rest.length > 0 ? [rest] : []
      held = rest.length
      if (isWhole) needed = 2
    }
    return messages
  }
}
