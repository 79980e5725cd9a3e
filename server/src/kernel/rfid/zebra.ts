import {
  type Adapter,
  addOther,
  countOf,
  eachOf,
  field,
  fieldsOf,
  momentOf,
  numberIn,
  signal,
  textIn,
} from './read.ts'

/** Zebra FX7500, FX9600 and ATR7000, by HTTP or MQTT. */
export const zebraFxReads: Adapter = eachOf((all, message) => {
  const data = fieldsOf(field(message, 'data'))
  if (data === undefined) return addOther(all, textIn(message, 'type') !== undefined)
  const [tag, at] = [textIn(data, 'idHex'), momentOf(textIn(message, 'timestamp'))]
  if (tag === undefined || at === undefined) return addOther(all, false)
  const rssi = signal(numberIn(data, 'peakRssi'))
  all.reads.push({ tag, at, lastAt: at, rssi, count: 1, antenna: numberIn(data, 'antenna') })
})

/** Zebra RFD40 and RFD90 handhelds: many tags per message, each with its number of reads. */
export const zebraRfdReads: Adapter = eachOf((all, message) => {
  const list = field(fieldsOf(field(message, 'data')) ?? {}, 'tagData')
  if (!Array.isArray(list)) return addOther(all, textIn(message, 'type') !== undefined)
  const at = momentOf(textIn(message, 'timestamp'))
  for (const one of list) {
    const seen = fieldsOf(one) ?? {}
    const tag = textIn(seen, 'EPC')
    if (tag === undefined || at === undefined) all.wrong += 1
    else {
      const [rssi, count] = [signal(numberIn(seen, 'peakRssi')), countOf(numberIn(seen, 'seenCount'))]
      all.reads.push({ tag, at, lastAt: at, rssi, count })
    }
  }
})
