import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { keyboardWedge, type Reading } from './keyboard-wedge.ts'

const tag = '3414257BF40000000000162E'

function type(keys: string[], gap: number, reader = keyboardWedge(), start = 1000) {
  return keys.map((key, index) => reader.read(key, start + index * gap)?.code).findLast((code) => code)
}

describe('a run of keys outside of text fields', () => {
  test.each([2, 20, 40, 120, 200])('is a tag at one key every %d ms', (gap) => {
    expect(type([...tag, 'Enter'], gap)).toBe(tag)
  })

  test('is no tag when it is slow and has no digit: a person pressed these keys', () => {
    expect(type([...'jjjjxkjk', 'Enter'], 150)).toBeUndefined()
    expect(type([...'ABCDEFGH', 'Enter'], 20)).toBe('ABCDEFGH')
  })

  test('is no tag when Enter comes late, or when it is short', () => {
    const reader = keyboardWedge()
    type([...tag], 5, reader)
    expect(reader.read('Enter', 5000)).toBeNull()
    expect(type([...'A1234', 'Enter'], 5)).toBeUndefined()
  })

  test('starts again after a pause, and is reported once', () => {
    const reader = keyboardWedge()
    reader.read('s', 0)
    expect(type([...tag, 'Enter'], 5, reader)).toBe(tag)
    expect(reader.read('Enter', 1130)).toBeNull()
  })

  test('is not split by a pause of nearly a second once the source is certain', () => {
    const reader = keyboardWedge()
    type([...tag.slice(0, 10)], 10, reader, 0)
    expect(type([...tag.slice(10), 'Enter'], 10, reader, 1000)).toBe(tag)
  })

  test('is ended by Tab as by Enter, but a person who tabs through the page scans nothing', () => {
    expect(type([...tag, 'Tab'], 20)).toBe(tag)
    expect(type(['j', 'j', 'Tab'], 150)).toBeUndefined()
  })

  test('continues while the person clicks or presses Ctrl', () => {
    const reader = keyboardWedge()
    type([...tag.slice(0, 10)], 60, reader, 0)
    reader.forget()
    expect(type([...tag.slice(10), 'Enter'], 60, reader, 660)).toBe(tag)
  })

  test('ignores the Shift keys between capitals', () => {
    expect(type(['Shift', 'A', 'Shift', 'B', ...'CDEF01', 'Enter'], 5)).toBe('ABCDEF01')
  })

  test('counts as a scan from the second key if fast, from the first digit if slow', () => {
    const [fast, slow] = [keyboardWedge(), keyboardWedge()]
    type([...'jj'], 20, fast)
    expect(fast.isReading()).toBe(true)
    type([...'jj'], 150, slow)
    expect(slow.isReading()).toBe(false)
    slow.read('7', 1300)
    expect(slow.isReading()).toBe(true)
  })
})

describe('a pause', () => {
  test('ends a tag of a reader that sends neither Enter nor Tab', () => {
    const reader = keyboardWedge()
    type([...tag], 60, reader, 0)
    expect(reader.pause(23 * 60 + 900)).toBeNull()
    expect(reader.pause(23 * 60 + 1000)).toMatchObject({ code: tag, end: 'pause' })
    expect(reader.pause(23 * 60 + 2000)).toBeNull()
  })

  test('ends neither keys that a person may have pressed nor a run in a text field', () => {
    const [reader, field] = [keyboardWedge(), { value: '' }]
    type([...'jjxkjjjj'], 150, reader, 0)
    expect(reader.pause(9000)).toBeNull()
    for (const [index, key] of [...tag].entries()) reader.read(key, 20_000 + index * 20, field)
    expect(reader.pause(30_000)).toBeNull()
  })

  test('swallows the Enter that follows late', () => {
    const reader = keyboardWedge()
    type([...tag], 60, reader, 0)
    reader.pause(3000)
    expect(reader.read('Enter', 3100)).toBeNull()
    expect(reader.isReading()).toBe(true)
    expect(reader.read('Enter', 3200)).toBeNull()
    expect(reader.isReading()).toBe(false)
  })

  test('in the middle of a tag reports its first part with the rest', () => {
    const reader = keyboardWedge()
    type([...tag.slice(0, 12)], 60, reader, 0)
    expect(reader.pause(1700)).toMatchObject({ code: tag.slice(0, 12) })
    for (const [index, key] of [...tag.slice(12)].entries()) reader.read(key, 2000 + index * 60)
    expect(reader.read('Enter', 2750)).toMatchObject({ code: tag.slice(12), head: tag.slice(0, 12) })
  })

  test('after the first key reports that key with the rest', () => {
    const reader = keyboardWedge()
    reader.read('E', 0)
    for (const [index, key] of [...'28011606'].entries()) reader.read(key, 400 + index * 60)
    expect(reader.read('Enter', 900)).toMatchObject({ code: '28011606', head: 'E' })
  })
})

describe('a run of keys in a text field', () => {
  const typeInto = (value: string, keys: string[], gap: number) => {
    const [reader, field] = [keyboardWedge(), { value }]
    const readings = keys.map((key, index) => {
      const reading = reader.read(key, index * gap, field)
      expect(reader.isReading()).toBe(false)
      if (key.length === 1) field.value += key
      return reading
    })
    return readings.findLast((reading) => reading !== null)
  }

  test('is reported with the previous value of the field and its gaps', () => {
    expect(typeInto('FIRST', [...tag, 'Enter'], 20)).toMatchObject({
      code: tag,
      before: 'FIRST',
      longestGap: 20,
    })
    expect(typeInto('', [...'Office desk 12', 'Enter'], 180)).toMatchObject({ longestGap: 180 })
  })

  test('does not continue from one field to the next', () => {
    const reading = typeInto('', [...'Office Desk', 'Tab', ...'Delhi', 'Tab', 'Enter'], 5)
    expect(reading).toMatchObject({ code: 'Office Desk', end: 'tab' })
  })

  test('is complete even if the field is cleared in the middle of it', () => {
    const [reader, field] = [keyboardWedge(), { value: 'FIRST' }]
    for (const [index, key] of [...tag].entries()) {
      reader.read(key, index * 118, field)
      field.value = index === 9 ? '' : field.value + key
    }
    expect(field.value).toBe(tag.slice(10))
    expect(reader.read('Enter', 24 * 118, field)).toMatchObject({ code: tag, before: 'FIRST', usualGap: 118 })
  })

  test('lists every field that received its keys', () => {
    const [reader, one, other] = [keyboardWedge(), { value: '' }, { value: 'Desk' }]
    for (const [index, key] of [...tag].entries()) reader.read(key, index * 60, index < 9 ? one : other)
    const touched = [
      { field: one, before: '' },
      { field: other, before: 'Desk' },
    ]
    expect(reader.read('Enter', 1500, other)).toMatchObject({ code: tag, field: one, touched })
  })

  test('continues in a re-rendered field, whose value is the typed part and not a previous value', () => {
    const [reader, one, again] = [keyboardWedge(), { value: 'FIRST' }, { value: tag.slice(0, 8) }]
    for (const [index, key] of [...tag].entries()) reader.read(key, index * 118, index < 8 ? one : again)
    const touched = [
      { field: one, before: 'FIRST' },
      { field: again, before: '' },
    ]
    expect(reader.read('Enter', 24 * 118, again)).toMatchObject({ code: tag, touched })
  })

  test('that began outside continues when the focus moves into a field, but a key for the page does not', () => {
    const reader = keyboardWedge()
    const field = { value: '' }
    type([...tag.slice(0, 6)], 10, reader, 0)
    const rest = [...tag.slice(6), 'Enter'].map((key, index) => reader.read(key, 60 + index * 10, field))
    expect(rest.at(-1)).toMatchObject({ code: tag, field: null })
    reader.read('/', 5000)
    reader.read('d', 5060, field)
    expect(reader.isReading()).toBe(false)
  })

  test('is complete if the focus moves into a field at its first characters', () => {
    const [reader, field] = [keyboardWedge(), { value: 'FIRST' }]
    type([...tag.slice(0, 2)], 20, reader, 0)
    const rest = [...tag.slice(2), 'Enter'].map((key, index) => reader.read(key, 40 + index * 20, field))
    expect(rest.at(-1)).toMatchObject({ code: tag, field, before: 'FIRST' })
  })
})

type Press = { key: string; at: number }

/** Presses keys from another thread, like a device, so that the main thread can be busy meanwhile. */
const device = `
const { workerData: { keys, gap }, parentPort } = require('node:worker_threads')
const rest = new Int32Array(new SharedArrayBuffer(4))
for (const key of keys) {
  parentPort.postMessage({ key, at: performance.timeOrigin + performance.now() })
  Atomics.wait(rest, 0, 0, gap)
}`

type Pressed = { reading: Reading | null; longestGap: number }

async function press(gap: number, busyAfter: number | undefined): Promise<Pressed> {
  const [reader, keys] = [keyboardWedge(), [...tag, 'Enter']]
  const worker = new Worker(device, { eval: true, workerData: { keys, gap } })
  const times: number[] = []
  const reading = await new Promise<Reading | null>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', ({ key, at }: Press) => {
      times.push(at)
      if (times.length === busyAfter) stayBusy(500)
      const read = reader.read(key, at)
      if (key === 'Enter') resolve(read)
    })
  })
  await worker.terminate()
  return { reading, longestGap: Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) }
}

/** A machine under load may delay the device's thread, which no real device does: such a run is repeated. */
async function pressed(gap: number, busyAfter?: number): Promise<string | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { reading, longestGap } = await press(gap, busyAfter)
    if (longestGap < gap + 80) return reading?.code
  }
  return undefined
}

function stayBusy(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('a device that types in real time', () => {
  test.each([2, 20, 120])(
    'is recognised at a key every %d ms, with the page idle or busy',
    { timeout: 60_000 },
    async (gap) => {
      expect(await pressed(gap)).toBe(tag)
      expect(await pressed(gap, 12)).toBe(tag)
    },
  )
})
