import type { ReaderMapping } from '@ats/contract/readers.ts'
import { type Adapted, type Adapter, field, fieldsOf, isWrong, momentOf, oneRead, signal } from './read.ts'

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

function readOf(message: unknown, mapping: ReaderMapping, received: string): Adapted {
  const tag = under(message, mapping.tag)
  if (typeof tag !== 'string' || tag === '') return isWrong
  const at = mapping.time === undefined ? received : timeOf(under(message, mapping.time))
  if (at === undefined) return isWrong
  const antenna = numberOf(under(message, mapping.antenna))
  return oneRead({
    ...{ tag, at, lastAt: at, count: 1, rssi: signal(numberOf(under(message, mapping.rssi))) },
    ...(antenna !== undefined && { antenna }),
  })
}

/** Readers with a custom message format: `mapping` says where each part is. */
export const mappedReads =
  (mapping: ReaderMapping, received: string): Adapter =>
  (payload) => {
    const list = mapping.list === undefined ? payload : under(payload, mapping.list)
    if (mapping.list !== undefined && !Array.isArray(list)) return isWrong
    const parts = (Array.isArray(list) ? list : [list]).map((one) => readOf(one, mapping, received))
    return {
      reads: parts.flatMap(({ reads }) => reads),
      ignored: parts.reduce((sum, { ignored }) => sum + ignored, 0),
      wrong: parts.reduce((sum, { wrong }) => sum + wrong, 0),
    }
  }
