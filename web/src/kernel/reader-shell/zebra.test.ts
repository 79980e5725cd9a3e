import { beforeEach, expect, test, vi } from 'vitest'
import { shellOf } from './shell.ts'
import { readShellEvents } from './shell-events.ts'
import { offerZebra } from './zebra.ts'

type Handlers = Record<'readers' | 'tags' | 'status', (report: unknown) => void>

function zebra() {
  const done: string[] = []
  const step = (name: string) => () => void done.push(name)
  const rfid = {
    ...{ enumerate: step('enumerate'), connect: step('connect'), stop: step('stop') },
    ...{ performInventory: step('performInventory'), locateTag: step('locateTag') },
    setTagID: step('setTagID'),
  }
  const holder = {}
  offerZebra(holder, rfid)
  const handlers = Reflect.get(holder, 'assetReaderZebra') as Handlers
  const shell = shellOf(holder)
  if (shell === null) throw new Error('This is not a shell')
  return { done, rfid, handlers, shell }
}

let sent: unknown[] = []
const events = () => sent.flatMap((detail) => readShellEvents(detail).events)
beforeEach(() => {
  sent = []
  vi.stubGlobal('dispatchEvent', ({ detail }: CustomEvent) => sent.push(detail))
})

test('the first reader that is found is connected', () => {
  const { done, rfid, handlers } = zebra()
  expect(rfid).toMatchObject({ tagEvent: 'assetReaderZebra.tags(%json);', transport: 'serial' })
  handlers.readers([])
  expect(done).toEqual(['enumerate'])
  handlers.readers([['RFID1', 'MC3300R']])
  expect(done).toEqual(['enumerate', 'connect'])
  expect(rfid).toMatchObject({ readerID: 'RFID1' })
  handlers.status({ method: 'connect', errorCode: '1000', vendorMessage: 'CONNECTION_EVENT' })
  handlers.status({ method: '', errorCode: 1000, vendorMessage: 'DISCONNECTION_EVENT' })
  handlers.status({ method: 'connect', errorCode: '0' })
  handlers.status('nonsense')
  expect(events()).toEqual([
    { type: 'status', status: 'ready' },
    { type: 'status', status: 'disconnected' },
  ])
})

test('an inventory reads while the trigger is held, with the signal', () => {
  const { done, rfid, handlers, shell } = zebra()
  shell.inventory('start')
  expect(done.slice(1)).toEqual(['stop', 'performInventory'])
  expect(rfid).toMatchObject({ startTriggerType: 'triggerPress', enableTagRSSI: 1, reportUniqueTags: 0 })
  handlers.tags({ TagData: [{ tagID: 'e280ab01', RSSI: '-47' }, { tagID: 'E280AB02' }] })
  handlers.tags({ TagData: [{ RSSI: -4 }] })
  expect(events()).toEqual([
    { type: 'tag', epc: 'E280AB01', rssi: -47 },
    { type: 'tag', epc: 'E280AB02' },
  ])
  shell.inventory('stop')
  expect(done.at(-1)).toBe('stop')
})

test('one tag is located by its proximity, several by their signal', () => {
  const { done, rfid, handlers, shell } = zebra()
  shell.locate(['E280AB01'])
  expect(done.at(-1)).toBe('locateTag')
  expect(rfid).toMatchObject({ tagID: 'E280AB01' })
  handlers.tags({ TagLocate: 62 })
  handlers.tags({ TagData: [{ tagID: 'E280AB01', relativeDistance: 71 }] })
  handlers.status({ method: 'locateTag', errorCode: '2004', vendorMessage: 'No tag' })
  expect(events()).toEqual([
    { type: 'tag', epc: 'E280AB01', proximity: 62 },
    { type: 'tag', epc: 'E280AB01', proximity: 71 },
  ])
  shell.locate(['E280AB01', 'E280AB02'])
  expect(done.at(-1)).toBe('performInventory')
})

test('a reader that is charging says why it does not read', () => {
  const { handlers } = zebra()
  handlers.status({ method: 'performInventory', errorCode: '2005', vendorMessage: 'Charging' })
  const message = 'Charging (performInventory 2005)'
  expect(events()).toEqual([{ type: 'status', status: 'failed', message }])
})
