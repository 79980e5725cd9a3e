import { mostReads, type PlainRead } from '@ats/contract/inventories/counting.ts'

/** The reads of one tag in one room; times are milliseconds of the device's clock. */
export type Read = { tag: string; at: number; lastAt: number; count: number; rssi?: number }

/** Keeps a request well below the server's limit, even with long tags. */
const mostBytes = 500_000

const strongest = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

export function mergeReads(one: Read | undefined, other: Read): Read {
  if (one === undefined) return other
  const rssi = strongest(one.rssi, other.rssi)
  return {
    tag: one.tag,
    at: Math.min(one.at, other.at),
    lastAt: Math.max(one.lastAt, other.lastAt),
    count: one.count + other.count,
    ...(rssi !== undefined && { rssi }),
  }
}

export function mergeByTag(reads: Read[]): Read[] {
  const merged = new Map<string, Read>()
  for (const read of reads) merged.set(read.tag, mergeReads(merged.get(read.tag), read))
  return [...merged.values()]
}

const written = new TextEncoder()

/** The approximate size of a read in a request. */
const bytesOf = ({ tag }: { tag: string }) => written.encode(tag).length + 110

/** The first reads, as many as fit into one request. */
export function firstPart<R extends { tag: string }>(reads: R[], most = mostReads): R[] {
  let bytes = 0
  const end = reads.findIndex((read) => {
    bytes += bytesOf(read)
    return bytes > mostBytes
  })
  return reads.slice(0, Math.min(most, end === -1 ? reads.length : Math.max(1, end)))
}

/** A read in the format of the API. If the clock was set back meanwhile, no read gets a future time. */
export function plainRead({ tag, at, lastAt, count, rssi }: Read, now: number): PlainRead {
  const time = (moment: number) => new Date(Math.min(moment, now)).toISOString()
  return {
    tag,
    at: time(at),
    ...(lastAt > at && { lastAt: time(lastAt) }),
    ...(rssi !== undefined && { rssi }),
    count: Math.min(count, 1_000_000),
  }
}
