import type { ReaderMapping } from '@ats/contract/readers.ts'
import { type Adapted, type Adapter, addOther, field, fieldsOf, momentOf, signal } from './read.ts'

const longestPath = 10

/** The value at a path of names joined by dots; own properties only. */
function under(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined
  return path
    .split('.', longestPath)
    .reduce((inner: unknown, name) => field(fieldsOf(inner) ?? {}, name), value)
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** ISO 8601, or seconds, milliseconds or microseconds since 1970. */
function timeOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof digits !== 'string') return undefined
  if (!/^\d{10,17}$/.test(digits)) return momentOf(digits)
  return new Date(Number(digits.slice(0, 13).padEnd(13, '0'))).toISOString()
}

function addRead(all: Adapted, message: unknown, mapping: ReaderMapping, received: string) {
  const tag = under(message, mapping.tag)
  const at = mapping.time === undefined ? received : timeOf(under(message, mapping.time))
  if (typeof tag !== 'string' || tag === '' || at === undefined) return addOther(all, false)
  const rssi = signal(numberOf(under(message, mapping.rssi)))
  all.reads.push({ tag, at, lastAt: at, rssi, count: 1, antenna: numberOf(under(message, mapping.antenna)) })
}

/** Readers with a custom message format: `mapping` says where each part is. */
export const mappedReads =
  (mapping: ReaderMapping, received: string): Adapter =>
  (payload) => {
    const all: Adapted = { reads: [], ignored: 0, wrong: 0 }
    const list = mapping.list === undefined ? payload : under(payload, mapping.list)
    if (mapping.list !== undefined && !Array.isArray(list)) addOther(all, false)
    else for (const one of Array.isArray(list) ? list : [list]) addRead(all, one, mapping, received)
    return all
  }
