import { plainRead, type ReadFormat, type sweep } from '@ats/contract/inventories/counting.ts'
import type { z } from 'zod'
import { impinjReads } from '#kernel/rfid/impinj.ts'
import type { Adapter } from '#kernel/rfid/read.ts'
import { speedwayReads } from '#kernel/rfid/speedway.ts'
import { tagOf } from '#kernel/rfid/tag.ts'
import { zebraFxReads, zebraRfdReads } from '#kernel/rfid/zebra.ts'

/** All reads of one tag in a sweep, summarised. */
export type TagReads = { tag: string; firstAt: string; lastAt: string; rssi: number | null; count: number }

const mostAhead = 24 * 60 * 60 * 1000
/** A smaller difference may be network delay instead of a wrong clock. */
const leastSkew = 60_000
const earliest = Date.UTC(2000, 0, 1)

const plain: Adapter = (payload) => {
  const parsed = plainRead.safeParse(payload)
  if (!parsed.success) return { reads: [], ignored: 0, wrong: 1 }
  const { tag, at, lastAt = at, rssi = null, count } = parsed.data
  return { reads: [{ tag, at, lastAt, rssi, count }], ignored: 0, wrong: 0 }
}

const adapters: Record<ReadFormat, Adapter> = {
  plain,
  impinj: impinjReads,
  'zebra-fx': zebraFxReads,
  'zebra-rfd': zebraRfdReads,
  speedway: speedwayReads,
}

/** The valid reads of a sweep, one entry per tag sorted by tag, and the number of invalid ones. */
export function readsOf({ reads, format, sentAt }: z.output<typeof sweep>, now: number) {
  const sent = sentAt === undefined ? now : Date.parse(sentAt)
  const skew = Math.abs(now - sent) < leastSkew ? 0 : now - sent
  const tags = new Map<string, { first: number; last: number; rssi: number | null; count: number }>()
  let refused = 0
  for (const payload of reads) {
    const adapted = adapters[format](payload)
    refused += adapted.wrong
    for (const read of adapted.reads) {
      const tag = tagOf(read.tag)
      const [from, to] = [Date.parse(read.at) + skew, Date.parse(read.lastAt) + skew]
      const [first, last] = [Math.min(from, to), Math.max(from, to)]
      if (tag === undefined || !(first >= earliest && last <= now + mostAhead)) {
        refused += 1
        continue
      }
      const known = tags.get(tag) ?? { first, last, rssi: null, count: 0 }
      tags.set(tag, {
        ...{ first: Math.min(known.first, first), last: Math.max(known.last, last) },
        ...{
          rssi: strongest(known.rssi, read.rssi),
          count: Math.min(known.count + read.count, 2_000_000_000),
        },
      })
    }
  }
  return { tags: inOrder(tags), refused }
}

const strongest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

const inOrder = (
  tags: ReadonlyMap<string, { first: number; last: number; rssi: number | null; count: number }>,
): TagReads[] =>
  [...tags]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, { first, last, ...read }]) => ({
      ...{ tag, ...read },
      ...{ firstAt: new Date(first).toISOString(), lastAt: new Date(last).toISOString() },
    }))
