import { type Adapter, addOther, eachOf, field, momentOf, numberIn, signal, textIn } from './read.ts'

/** These readers send milliseconds or microseconds since 1970, as a number or a text, or ISO 8601. */
function timeOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' ? String(value) : value
  if (typeof digits !== 'string') return undefined
  if (!/^\d{10,17}$/.test(digits)) return momentOf(digits)
  const milliseconds = Number(digits.length > 13 ? digits.slice(0, 13) : digits.padEnd(13, '0'))
  return new Date(milliseconds).toISOString()
}

/** Impinj Speedway Connect; a heartbeat has the format of a read. */
export const speedwayReads: Adapter = eachOf((all, message) => {
  if (field(message, 'isHeartBeat') === true) return addOther(all, true)
  const [tag, at] = [textIn(message, 'epc'), timeOf(field(message, 'firstSeenTimestamp'))]
  if (tag === undefined || at === undefined) return addOther(all, false)
  const rssi = signal(numberIn(message, 'peakRssi'))
  all.reads.push({ tag, at, lastAt: at, rssi, count: 1, antenna: numberIn(message, 'antennaPort') })
})
