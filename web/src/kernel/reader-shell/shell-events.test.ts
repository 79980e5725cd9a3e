import { expect, test } from 'vitest'
import { readShellEvents } from './shell-events.ts'

test('events are read one by one, as a list and as JSON', () => {
  const tag = { type: 'tag', epc: 'e280ab01', rssi: -51.5, at: 1_700_000_000_000 }
  const read = { ...tag, epc: 'E280AB01' }
  expect(readShellEvents(tag)).toEqual({ events: [read], ignored: 0 })
  expect(readShellEvents([tag, { type: 'trigger', state: 'down' }]).events).toEqual([
    read,
    { type: 'trigger', state: 'down' },
  ])
  expect(readShellEvents(JSON.stringify([tag]))).toEqual({ events: [read], ignored: 0 })
})

test('a wrong event is ignored and counted, and does not hold up the others', () => {
  const wrong = [
    ...[null, 7, 'reading', {}, { type: 'scan', epc: 'E280' }, { type: 'tag' }],
    ...[
      { type: 'tag', epc: 'E28' },
      { type: 'tag', epc: 'Chair' },
      { type: 'tag', epc: 'E2'.repeat(100) },
    ],
    { type: 'tag', epc: 'E280', rssi: 'strong' },
    { type: 'battery', percent: 300 },
    { type: 'trigger', state: 'half' },
    { type: 'status', status: 'ready', message: 'x'.repeat(1000) },
  ]
  for (const one of wrong) expect(readShellEvents(one)).toEqual({ events: [], ignored: 1 })
  const battery = { type: 'battery', percent: 80 }
  expect(readShellEvents([...wrong, battery])).toEqual({ events: [battery], ignored: wrong.length })
  expect(readShellEvents('{"type":')).toEqual({ events: [], ignored: 1 })
})
