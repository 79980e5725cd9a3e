import {
  type Adapter,
  countOf,
  eachOf,
  field,
  fieldsOf,
  isIgnored,
  isWrong,
  momentOf,
  numberIn,
  oneRead,
  signal,
  textIn,
} from './read.ts'

/** Zebra FX7500, FX9600 and ATR7000, by HTTP or MQTT. */
export const zebraFxReads: Adapter = eachOf((message) => {
  const data = fieldsOf(field(message, 'data'))
  if (data === undefined) return textIn(message, 'type') === undefined ? isWrong : isIgnored
  const [tag, at] = [textIn(data, 'idHex'), momentOf(textIn(message, 'timestamp'))]
  if (tag === undefined || at === undefined) return isWrong
  const antenna = numberIn(data, 'antenna')
  return oneRead({
    ...{ tag, at, lastAt: at, count: 1, rssi: signal(numberIn(data, 'peakRssi')) },
    ...(antenna !== undefined && { antenna }),
  })
})

/** Zebra RFD40 and RFD90 handhelds: many tags per message, each with its number of reads. */
export const zebraRfdReads: Adapter = eachOf((message) => {
  const list = field(fieldsOf(field(message, 'data')) ?? {}, 'tagData')
  if (!Array.isArray(list)) return textIn(message, 'type') === undefined ? isWrong : isIgnored
  const at = momentOf(textIn(message, 'timestamp'))
  const reads = list.flatMap((one) => {
    const tag = textIn(fieldsOf(one) ?? {}, 'EPC')
    if (tag === undefined || at === undefined) return []
    const seen = fieldsOf(one) ?? {}
    const count = countOf(numberIn(seen, 'seenCount'))
    return [{ tag, at, lastAt: at, rssi: signal(numberIn(seen, 'peakRssi')), count }]
  })
  return { reads, ignored: 0, wrong: list.length - reads.length }
})
