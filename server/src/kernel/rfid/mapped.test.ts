import { type ReaderMapping, readerAdapters } from '@ats/contract/readers.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adapterOf, overflowsIn } from './adapters.ts'
import { mappedReads } from './mapped.ts'
import { tagOf } from './tag.ts'

const received = '2026-04-02T12:00:00.000Z'
const keonn: ReaderMapping = {
  ...{ list: 'advanNetDevice.items', tag: 'epc.hex', antenna: 'port', rssi: 'rssi', time: 'ts' },
}

test('a mapping says where a list is, and where a read has its parts', () => {
  const item = { epc: { hex: '3414257BF40000000000162E' }, port: '4', rssi: '-51.5', ts: 1775131200123 }
  const payload = { advanNetDevice: { items: [item, { epc: {} }, 7] } }
  expect(mappedReads(keonn, received)(payload)).toEqual({
    reads: [
      {
        ...{ tag: '3414257BF40000000000162E', antenna: 4, rssi: -51.5, count: 1 },
        ...{ at: '2026-04-02T12:00:00.123Z', lastAt: '2026-04-02T12:00:00.123Z' },
      },
    ],
    ...{ ignored: 0, wrong: 2 },
  })
  expect(mappedReads(keonn, received)({ advanNetDevice: {} })).toMatchObject({ reads: [], wrong: 1 })
})

test('without a list a message is one read or an array of them; without a time it was read when it came', () => {
  const adapt = mappedReads({ tag: 'id' }, received)
  expect(adapt({ id: 'E200' }).reads).toMatchObject([{ tag: 'E200', at: received, rssi: null }])
  expect(adapt([{ id: 'E200' }, { id: 'E201' }]).reads).toHaveLength(2)
  expect(adapt([])).toEqual({ reads: [], ignored: 0, wrong: 0 })
})

test('a path leads through own fields only', () => {
  expect(mappedReads({ tag: 'constructor.name' }, received)({})).toMatchObject({ reads: [], wrong: 1 })
  expect(mappedReads({ tag: '__proto__.x' }, received)(JSON.parse('{"__proto__":{"x":"E2"}}'))).toMatchObject(
    {
      reads: [{ tag: 'E2' }],
    },
  )
})

test('overflows are counted wherever they stand', () => {
  expect(overflowsIn([{ overflowEvent: {} }, { eventType: 'x' }, null, 3])).toBe(1)
  expect(overflowsIn('nothing')).toBe(0)
})

test('no message makes any adapter throw, and what it accepts is a tag at a time', () => {
  const names = [
    'epc',
    'hex',
    'advanNetDevice',
    'items',
    'ts',
    'port',
    'idHex',
    'data',
    'tagData',
    'EPC',
    'timestamp',
  ]
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.anything({ withNullPrototype: true }),
      fc.constantFrom(
        'E2801170',
        '2026-01-01T00:00:00Z',
        -51,
        1775131200123,
        '1775131200123456',
        '9'.repeat(17),
      ),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(value, fc.constantFrom(...readerAdapters), (payload, adapter) => {
      const { reads, wrong } = adapterOf(adapter, adapter === 'mapped' ? keonn : null, received)(payload)
      expect(wrong).toBeGreaterThanOrEqual(0)
      for (const { tag, at, lastAt, rssi, count } of reads) {
        expect(tag).not.toBe('')
        for (const time of [at, lastAt]) expect(new Date(time).toISOString()).toBe(time)
        expect(rssi === null || (rssi >= -150 && rssi <= 50)).toBe(true)
        expect(Number.isInteger(count) && count >= 1).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('a tag is what can be one', () => {
  expect(tagOf('34 14-25:7b f400')).toBe('3414257BF400')
  for (const wrong of ['', ' ', '\0', 'a\u{7}b', 'x'.repeat(129), '\u{d800}'])
    expect(tagOf(wrong)).toBeUndefined()
})
