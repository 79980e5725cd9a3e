import { normalizeTag } from '@ats/contract/epc.ts'
import type { Reading } from './keyboard-wedge.ts'

/**
 * Why a tag may be truncated: half a byte is missing, its length differs from the others, or the reader
 * paused in the middle.
 */
export type Doubt = 'odd' | 'length' | 'pause'

/** Tags that were read at about the same time, or that are expected. */
export type Neighbours = Iterable<string>

/** A length is usual if at least one tag in this many has it. */
const usualShare = 10

const isHex = (code: string) => /^[0-9A-F]+$/.test(code)

function lengthsOf(neighbours: Neighbours) {
  const counts = new Map<number, number>()
  const codes = new Set<string>()
  for (const one of neighbours) {
    const code = sameTag(one)
    codes.add(code)
    counts.set(code.length, (counts.get(code.length) ?? 0) + 1)
  }
  const isUsual = (length: number) =>
    (counts.get(length) ?? 0) * usualShare >= codes.size && counts.has(length)
  return { isEmpty: codes.size === 0, isLike: (code: string) => codes.has(code) || isUsual(code.length) }
}

const sameTag = (code: string) => normalizeTag(code).toUpperCase()

const separator = /[\s,;|]+/
const severalTags = /^[0-9a-f]{16,}(?:[\s,;|]+[0-9a-f]{16,})+$/i

/** A reader may type all tags that it read in one go, with spaces or commas between them. */
export function scansIn<S extends Pick<Reading, 'code' | 'head'>>(scan: S): S[] {
  const code = scan.code.trim()
  if (!severalTags.test(code)) return [scan]
  return code.split(separator).map((one, at) => ({ ...scan, code: one, head: at === 0 ? scan.head : '' }))
}

type Judged = { code: string; doubt: Doubt | null }

/**
 * The scanned code, and whether it may be only part of a tag. A gap between two keys is no reason by itself.
 */
export function judgeScan(
  { code, head, end }: Pick<Reading, 'code' | 'head' | 'end'>,
  neighbours: Neighbours = [],
): Judged {
  const { isEmpty, isLike } = lengthsOf(neighbours)
  const whole = head + code
  const [own, joined] = [sameTag(code), sameTag(whole)]
  const doubtOf = (text: string): Doubt | null => {
    if (isLike(text)) return null
    if (isHex(text) && text.length % 2 === 1) return 'odd'
    if (!isEmpty) return 'length'
    return end === 'pause' ? 'pause' : null
  }
  // The head contains letters that no hexadecimal tag has: these keys were meant for the page.
  const isKeys = !isHex(joined) && (isHex(own) || !/\d/.test(head))
  if (head === '' || isKeys) return { code, doubt: doubtOf(own) }
  const plausible = [code, whole].filter((one) => doubtOf(sameTag(one)) === null)
  const [only] = plausible
  if (plausible.length === 1 && only !== undefined) return { code: only, doubt: null }
  return { code: whole, doubt: doubtOf(joined) ?? 'pause' }
}
