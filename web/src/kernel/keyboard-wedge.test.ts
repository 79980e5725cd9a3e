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

  test('is no tag when it is slow and holds no digit: those are keys of a person', () => {
    expect(type([...'jjjjxkjk', 'Enter'], 150)).toBeUndefined()
    expect(type([...'ABCDEFGH', 'Enter'], 20)).toBe('ABCDEFGH')
  })

  test('is no tag when Enter comes late, or when it is short', () => {
    const reader = keyboardWedge()
    type([...tag], 5, reader)
    expect(reader.read('Enter', 5000)).toBeNull()
    expect(type([...'A1234', 'Enter'], 5)).toBeUndefined()
  })

  test('begins anew after a pause, and is reported once', () => {
    const reader = keyboardWedge()
    reader.read('s', 0)
    expect(type([...tag, 'Enter'], 5, reader)).toBe(tag)
    expect(reader.read('Enter', 1130)).toBeNull()
  })

  test('is not cut by a hitch of half a second once it is clear who types', () => {
    const reader = keyboardWedge()
    type([...tag.slice(0, 10)], 10, reader, 0)
    expect(type([...tag.slice(10), 'Enter'], 10, reader, 600)).toBe(tag)
  })

  test('does not mind the Shift keys between capitals', () => {
    expect(type(['Shift', 'A', 'Shift', 'B', ...'CDEF01', 'Enter'], 5)).toBe('ABCDEF01')
  })

  test('is the reader’s from the second key if fast, from the first digit if slow', () => {
    const [fast, slow] = [keyboardWedge(), keyboardWedge()]
    type([...'jj'], 20, fast)
    expect(fast.isReading()).toBe(true)
    type([...'jj'], 150, slow)
    expect(slow.isReading()).toBe(false)
    slow.read('7', 1300)
    expect(slow.isReading()).toBe(true)
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

  test('is never the reader’s alone, and says what the field held before and how slow it was', () => {
    expect(typeInto('FIRST', [...tag, 'Enter'], 20)).toMatchObject({
      code: tag,
      before: 'FIRST',
      longestGap: 20,
    })
    expect(typeInto('', [...'Office desk 12', 'Enter'], 180)).toMatchObject({ longestGap: 180 })
  })

  test('does not go on from one field to the next', () => {
    expect(typeInto('', [...'Office Desk', 'Tab', ...'Delhi', 'Tab', 'Enter'], 5)).toBeUndefined()
  })

  test('that began outside goes on where the focus moves into a field, but a key for the page does not', () => {
    const reader = keyboardWedge()
    const field = { value: '' }
    type([...tag.slice(0, 6)], 10, reader, 0)
    const rest = [...tag.slice(6), 'Enter'].map((key, index) => reader.read(key, 60 + index * 10, field))
    expect(rest.at(-1)).toMatchObject({ code: tag, field: null })
    reader.read('/', 5000)
    reader.read('d', 5060, field)
    expect(reader.isReading()).toBe(false)
  })

  test('is whole where the focus moves into a field at its first characters', () => {
    const [reader, field] = [keyboardWedge(), { value: 'FIRST' }]
    type([...tag.slice(0, 2)], 20, reader, 0)
    const rest = [...tag.slice(2), 'Enter'].map((key, index) => reader.read(key, 40 + index * 20, field))
    expect(rest.at(-1)).toMatchObject({ code: tag, field, before: 'FIRST' })
  })
})

type Press = { key: string; at: number }

/** Presses keys from another thread, as a device does, so that this one can be busy meanwhile. */
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

/** A machine under load may hold up the device's own thread, which no device does: such a run says nothing. */
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
    'is understood at a key every %d ms, page idle or busy',
    { timeout: 60_000 },
    async (gap) => {
      expect(await pressed(gap)).toBe(tag)
      expect(await pressed(gap, 12)).toBe(tag)
    },
  )
})
