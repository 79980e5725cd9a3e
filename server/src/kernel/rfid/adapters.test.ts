import fc from 'fast-check'
import { expect, test } from 'vitest'
import { impinjReads } from './impinj.ts'
import { speedwayReads } from './speedway.ts'
import { zebraFxReads, zebraRfdReads } from './zebra.ts'

const impinj = {
  ...{ timestamp: '2026-04-02T12:00:00.123Z', hostname: 'impinj-14-46-36', eventType: 'tagInventory' },
  tagInventoryEvent: {
    ...{ epcHex: '3414257BF40000000000162E', tidHex: 'E280', antennaPort: 1, antennaName: 'Door' },
    ...{ peakRssiCdbm: -5234, lastSeenTime: '2026-04-02T11:59:59.000Z' },
  },
}

test('Impinj readers count the signal in hundredths, and the time of the read comes before that of the message', () => {
  const read = { tag: '3414257BF40000000000162E', rssi: -52.34, count: 1, antenna: 1 }
  const at = '2026-04-02T11:59:59.000Z'
  expect(impinjReads([impinj])).toEqual({ reads: [{ ...read, at, lastAt: at }], ignored: 0, wrong: 0 })
  const event = { epc: 'NBQle/QAAAAAABYu' }
  expect(impinjReads({ ...impinj, tagInventoryEvent: event }).reads).toMatchObject([
    { tag: '3414257BF40000000000162E', rssi: null, at: '2026-04-02T12:00:00.123Z' },
  ])
  expect(impinjReads([])).toEqual({ reads: [], ignored: 0, wrong: 0 })
  expect(impinjReads({ eventType: 'overflow', overflowEvent: {} })).toMatchObject({ ignored: 1 })
  expect(impinjReads({ ...impinj, tagInventoryEvent: {} })).toMatchObject({ reads: [], wrong: 1 })
})

test('Zebra readers at a door write the offset without a colon', () => {
  const data = { idHex: 'e2c2', antenna: 1, peakRssi: -39, eventNum: 63, format: 'epc', hostName: 'FX9600' }
  const message = { type: 'SIMPLE', timestamp: '2024-11-21T13:20:53.319-0600', data }
  const at = '2024-11-21T19:20:53.319Z'
  const read = { tag: 'e2c2', at, lastAt: at, rssi: -39, count: 1, antenna: 1 }
  expect(zebraFxReads(message)).toEqual({ reads: [read], ignored: 0, wrong: 0 })
  expect(zebraFxReads([message, 7, { type: 'HEARTBEAT' }])).toMatchObject({ ignored: 1, wrong: 1 })
})

test('Zebra handhelds send many tags at once', () => {
  const tagData = [{ EPC: 'BEDD', eventNum: 1, peakRssi: -39, seenCount: 3 }, { eventNum: 2 }]
  const message = { type: 'CYCLE_COUNT', timestamp: '2026-04-02T12:00:00Z', data: { tagData } }
  expect(zebraRfdReads(message)).toMatchObject({
    ...{ reads: [{ tag: 'BEDD', rssi: -39, count: 3 }], wrong: 1 },
  })
})

test('Speedway readers send heartbeats in the form of reads', () => {
  const read = { antennaPort: 7, epc: 'E200', firstSeenTimestamp: '1775131200123456', peakRssi: -51 }
  expect(speedwayReads({ ...read, isHeartBeat: false })).toMatchObject({
    reads: [{ tag: 'E200', rssi: -51, antenna: 7, at: '2026-04-02T12:00:00.123Z' }],
  })
  expect(speedwayReads({ ...read, isHeartBeat: true })).toEqual({ reads: [], ignored: 1, wrong: 0 })
})

test('no message makes an adapter throw, and each part of it is a read, no read or wrong', () => {
  const keys = [
    'type',
    'data',
    'tagData',
    'EPC',
    'epc',
    'epcHex',
    'timestamp',
    'tagInventoryEvent',
    '__proto__',
  ]
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.anything(),
      fc.string(),
      fc.double(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(value, (payload) => {
      for (const adapt of [impinjReads, zebraFxReads, zebraRfdReads, speedwayReads]) {
        const { reads, ignored, wrong } = adapt(payload)
        expect(ignored).toBeGreaterThanOrEqual(0)
        expect(wrong).toBeGreaterThanOrEqual(0)
        for (const { tag, at, rssi, count } of reads) {
          expect(tag).not.toBe('')
          expect(Number.isNaN(Date.parse(at))).toBe(false)
          expect(rssi === null || Number.isFinite(rssi)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(1)
        }
      }
    }),
    { numRuns: 500 },
  )
})
