import {
  type Adapter,
  eachOf,
  field,
  isIgnored,
  isWrong,
  momentOf,
  numberIn,
  oneRead,
  signal,
  textIn,
} from './read.ts'

/** These readers send milliseconds or microseconds since 1970, as a number or a text, or ISO 8601. */
function timeOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' ? String(value) : value
  if (typeof digits !== 'string') return undefined
  if (!/^\d{10,17}$/.test(digits)) return momentOf(digits)
  const milliseconds = Number(digits.length > 13 ? digits.slice(0, 13) : digits.padEnd(13, '0'))
  return new Date(milliseconds).toISOString()
}

/** Impinj Speedway Connect; a heartbeat has the format of a read. */
export const speedwayReads: Adapter = eachOf((message) => {
  if (field(message, 'isHeartBeat') === true) return isIgnored
  const [tag, at] = [textIn(message, 'epc'), timeOf(field(message, 'firstSeenTimestamp'))]
  if (tag === undefined || at === undefined) return isWrong
  const antenna = numberIn(message, 'antennaPort')
  return oneRead({
    ...{ tag, at, lastAt: at, count: 1, rssi: signal(numberIn(message, 'peakRssi')) },
    ...(antenna !== undefined && { antenna }),
  })
})
