import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyboardWedge, longPause } from './keyboard-wedge.ts'
import { judgeScan } from './scan-doubt.ts'

const tag = '3414257BF40000000000162E'
const others = ['3414257BF400000000001600', '3414257BF400000000001601']
const read = (code: string, head = '', end: 'enter' | 'pause' = 'enter') => ({ code, head, end })

describe('a tag', () => {
  test('is taken as it is where nothing speaks against it', () => {
    expect(judgeScan(read(tag))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read('A0000042'))).toEqual({ code: 'A0000042', doubt: null })
    expect(judgeScan(read(tag), others)).toEqual({ code: tag, doubt: null })
  })

  test('with an odd number of hexadecimal digits is asked about, unless its neighbours have as many', () => {
    expect(judgeScan(read(tag.slice(1))).doubt).toBe('odd')
    expect(judgeScan(read('8901234567894')).doubt).toBe('odd')
    expect(judgeScan(read('8901234567894'), ['8901234567887'])).toMatchObject({ doubt: null })
  })

  test('of another length than its neighbours is asked about, longer or shorter', () => {
    expect(judgeScan(read(tag.slice(2)), others).doubt).toBe('length')
    expect(judgeScan(read(tag + tag), others).doubt).toBe('length')
    // An expected tag is right, whatever its length.
    expect(judgeScan(read('E28011'), [...others, 'E28011']).doubt).toBeNull()
  })

  test('of a rare length is not excused by a few others that were cut before', () => {
    const many = Array.from({ length: 30 }, (_, index) => `3414257BF4000000000${10_000 + index}`)
    expect(judgeScan(read(tag.slice(1)), [...many, `${tag.slice(2, 23)}77`]).doubt).toBe('odd')
  })

  test('that only a pause ended is taken where its neighbours are as long, and else asked about', () => {
    expect(judgeScan(read(tag, '', 'pause'), others).doubt).toBeNull()
    expect(judgeScan(read(tag, '', 'pause')).doubt).toBe('pause')
  })
})

describe('keys before a pause', () => {
  test('are no part of the tag where they are a key for the page', () => {
    expect(judgeScan(read(tag, 'k'))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(tag, 'e'))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(`xjk${tag}x`, 'jjkx?'))).toEqual({ code: `xjk${tag}x`, doubt: null })
  })

  test('are its beginning where it is whole only with them', () => {
    expect(judgeScan(read(tag.slice(1), tag.slice(0, 1)))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(tag.slice(12), tag.slice(0, 12)), others)).toEqual({ code: tag, doubt: null })
  })

  test('are asked about where both may be', () => {
    expect(judgeScan(read(tag.slice(12), tag.slice(0, 12)))).toEqual({ code: tag, doubt: 'pause' })
    expect(judgeScan(read('-0042-XY', 'SN-2026'))).toEqual({ code: 'SN-2026-0042-XY', doubt: 'pause' })
  })
})

test('however a reader stutters, no part of a tag is saved without a question', () => {
  const gaps = fc.array(fc.oneof(fc.nat(130), fc.nat(3000)), { minLength: 24, maxLength: 24 })
  const known = fc.constantFrom([], others)
  fc.assert(
    fc.property(gaps, known, (pauses, neighbours) => {
      const reader = keyboardWedge()
      let at = 0
      const saved: string[] = []
      const take = (reading: ReturnType<typeof reader.read>) => {
        if (reading === null) return
        const { code, doubt } = judgeScan(reading, neighbours)
        if (doubt === null) saved.push(code)
      }
      for (const [index, key] of [...tag, 'Enter'].entries()) {
        const gap = index === 0 ? 0 : (pauses[index - 1] ?? 0)
        if (gap > longPause) take(reader.pause(at + longPause))
        at += gap
        take(reader.read(key, at))
      }
      expect(saved.every((code) => code === tag)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
