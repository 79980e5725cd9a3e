import {
  type Adapter,
  addOther,
  eachOf,
  field,
  fieldsOf,
  momentOf,
  numberIn,
  signal,
  textIn,
} from './read.ts'

/** A tag in base64, which these readers send unless hex is enabled. */
function hexOf(base64: string | undefined): string | undefined {
  if (base64 === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) return undefined
  return Buffer.from(base64, 'base64').toString('hex').toUpperCase() || undefined
}

/** Impinj R700 and R720, by MQTT or webhook: signal strength in hundredths of dBm, and other events among the reads. */
export const impinjReads: Adapter = eachOf((all, message) => {
  const event = fieldsOf(field(message, 'tagInventoryEvent'))
  if (event === undefined) return addOther(all, textIn(message, 'eventType') !== undefined)
  const tag = textIn(event, 'epcHex') ?? hexOf(textIn(event, 'epc'))
  const at = momentOf(textIn(event, 'lastSeenTime')) ?? momentOf(textIn(message, 'timestamp'))
  if (tag === undefined || at === undefined) return addOther(all, false)
  const strength = numberIn(event, 'peakRssiCdbm')
  const rssi = signal(strength === undefined ? undefined : strength / 100)
  all.reads.push({ tag, at, lastAt: at, rssi, count: 1, antenna: numberIn(event, 'antennaPort') })
})
