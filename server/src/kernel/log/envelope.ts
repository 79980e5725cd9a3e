/** One message of a reader: reads as it sent them, or the state of its connection. */
export type Entry = { reader: string; kind: 'reads' | 'health'; receivedAt: string; payload: Uint8Array }

const newline = 10

/**
 * One NATS message contains many entries, because each message costs a write to disk. An entry is a line with
 * the reader, the time and the length, then the payload as received.
 */
export function packEntries(entries: readonly Entry[]): Uint8Array {
  const parts = entries.flatMap(({ reader, kind, receivedAt, payload }) => [
    Buffer.from(`${reader} ${kind} ${receivedAt} ${payload.length}\n`),
    payload,
  ])
  return Buffer.concat(parts)
}

/** Undefined if it is not in our format. */
export function unpackEntries(packed: Uint8Array): Entry[] | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const entries: Entry[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(newline, at)
    if (end === -1) return undefined
    const [reader = '', kind, receivedAt = '', size = ''] = bytes.toString('latin1', at, end).split(' ')
    const length = Number(size)
    const from = end + 1
    if (kind !== 'reads' && kind !== 'health') return undefined
    if (!/^\d+$/.test(size) || from + length > bytes.length) return undefined
    entries.push({ reader, kind, receivedAt, payload: bytes.subarray(from, from + length) })
    at = from + length
  }
  return entries
}
