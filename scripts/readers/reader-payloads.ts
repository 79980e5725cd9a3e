/** What a simulated reader saw: a tag at a moment. */
export type Sighting = { tag: string; at: string; antenna: number; rssi: number }

const localOffset = '+0530'

/** The format of a Zebra reader in India: local time, offset without a colon. */
function zebraTime(at: string) {
  const local = new Date(Date.parse(at) + 5.5 * 3_600_000)
  return local.toISOString().replace('Z', localOffset)
}

const impinj = ({ tag, at, antenna, rssi }: Sighting) => ({
  ...{ timestamp: at, hostname: 'impinj-14-46-36', eventType: 'tagInventory' },
  tagInventoryEvent: {
    ...{ epcHex: tag, antennaPort: antenna, antennaName: `Antenna ${antenna}` },
    ...{ peakRssiCdbm: Math.round(rssi * 100), lastSeenTime: at },
  },
})

const zebraFx = ({ tag, at, antenna, rssi }: Sighting, eventNum: number) => ({
  ...{ type: 'SIMPLE', timestamp: zebraTime(at) },
  data: {
    ...{ idHex: tag.toLowerCase(), antenna, peakRssi: Math.round(rssi), eventNum },
    ...{ format: 'epc', hostName: 'FX9600F10AE0', MAC: '84:24:8d:f1:0a:e0' },
  },
})

const speedway = ({ tag, at, antenna, rssi }: Sighting) => ({
  ...{ antennaPort: antenna, epc: tag, peakRssi: rssi, isHeartBeat: false },
  firstSeenTimestamp: `${Date.parse(at)}000`,
})

const mapped = ({ tag, at, antenna, rssi }: Sighting) => ({
  device: { port: antenna },
  epc: tag,
  level: rssi,
  seen: at,
})

/** The simulated makes, each with its own message format. */
export const makes = {
  impinj: { adapter: 'impinj', mapping: null, payload: (seen: readonly Sighting[]) => seen.map(impinj) },
  'zebra-fx': {
    adapter: 'zebra-fx',
    mapping: null,
    payload: (seen: readonly Sighting[]) => seen.map(zebraFx),
  },
  speedway: {
    adapter: 'speedway',
    mapping: null,
    payload: (seen: readonly Sighting[]) => seen.map(speedway),
  },
  mapped: {
    adapter: 'mapped',
    mapping: { tag: 'epc', antenna: 'device.port', rssi: 'level', time: 'seen' },
    payload: (seen: readonly Sighting[]) => seen.map(mapped),
  },
} as const
export type Make = keyof typeof makes
