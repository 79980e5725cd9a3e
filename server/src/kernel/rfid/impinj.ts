import {
  type Adapter,
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

/** A tag in base64, which these readers send unless hex is enabled. */
function hexOf(base64: string | undefined): string | undefined {
  if (base64 === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) return undefined
  return Buffer.from(base64, 'base64').toString('hex').toUpperCase() || undefined
}

/** Impinj R700 and R720, by MQTT or webhook: signal strength in hundredths of dBm, and other events among the reads. */
export const impinjReads: Adapter = eachOf((message) => {
  const event = fieldsOf(field(message, 'tagInventoryEvent'))
  if (event === undefined) return textIn(message, 'eventType') === undefined ? isWrong : isIgnored
  const tag = textIn(event, 'epcHex') ?? hexOf(textIn(event, 'epc'))
  const at = momentOf(textIn(event, 'lastSeenTime')) ?? momentOf(textIn(message, 'timestamp'))
  if (tag === undefined || at === undefined) return isWrong
  const [strength, antenna] = [numberIn(event, 'peakRssiCdbm'), numberIn(event, 'antennaPort')]
  return oneRead({
    ...{ tag, at, lastAt: at, count: 1, rssi: signal(strength === undefined ? undefined : strength / 100) },
    ...(antenna !== undefined && { antenna }),
  })
})
