import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyboardWedge, longPause } from './keyboard-wedge.ts'
import { judgeScan, scansIn } from './scan-doubt.ts'

const tag = '3414257BF40000000000162E'
const others = ['3414257BF400000000001600', '3414257BF400000000001601']
const read = (code: string, head = '', end: 'enter' | 'pause' = 'enter') => ({ code, head, end })

describe('a tag', () => {
  test('is accepted if there is no doubt', () => {
    expect(judgeScan(read(tag))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read('A0000042'))).toEqual({ code: 'A0000042', doubt: null })
    expect(judgeScan(read(tag), others)).toEqual({ code: tag, doubt: null })
  })

  test('with an odd number of hexadecimal digits is doubtful, unless its neighbours have as many', () => {
    expect(judgeScan(read(tag.slice(1))).doubt).toBe('odd')
    expect(judgeScan(read('8901234567894')).doubt).toBe('odd')
    expect(judgeScan(read('8901234567894'), ['8901234567887'])).toMatchObject({ doubt: null })
  })

  test('of another length than its neighbours is doubtful, longer or shorter', () => {
    expect(judgeScan(read(tag.slice(2)), others).doubt).toBe('length')
    expect(judgeScan(read(tag + tag), others).doubt).toBe('length')
    // An expected tag is right, whatever its length.
    expect(judgeScan(read('E28011'), [...others, 'E28011']).doubt).toBeNull()
  })

  test('of a rare length stays doubtful despite a few others that were truncated before', () => {
    const many = Array.from({ length: 30 }, (_, index) => `3414257BF4000000000${10_000 + index}`)
    expect(judgeScan(read(tag.slice(1)), [...many, `${tag.slice(2, 23)}77`]).doubt).toBe('odd')
  })

  test('that was ended by a pause is accepted if its neighbours are as long, and otherwise doubtful', () => {
    expect(judgeScan(read(tag, '', 'pause'), others).doubt).toBeNull()
    expect(judgeScan(read(tag, '', 'pause')).doubt).toBe('pause')
  })
})

describe('keys before a pause', () => {
  test('are not part of the tag if they are a key for the page', () => {
    expect(judgeScan(read(tag, 'k'))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(tag, 'e'))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(`xjk${tag}x`, 'jjkx?'))).toEqual({ code: `xjk${tag}x`, doubt: null })
  })

  test('are its beginning if it is complete only with them', () => {
    expect(judgeScan(read(tag.slice(1), tag.slice(0, 1)))).toEqual({ code: tag, doubt: null })
    expect(judgeScan(read(tag.slice(12), tag.slice(0, 12)), others)).toEqual({ code: tag, doubt: null })
  })

  test('are doubtful if both are possible', () => {
    expect(judgeScan(read(tag.slice(12), tag.slice(0, 12)))).toEqual({ code: tag, doubt: 'pause' })
    expect(judgeScan(read('-0042-XY', 'SN-2026'))).toEqual({ code: 'SN-2026-0042-XY', doubt: 'pause' })
  })
})

test('several tags that are typed in one go are taken apart, and other texts are not', () => {
  const codesIn = (code: string) => scansIn(read(code)).map((scan) => scan.code)
  for (const between of [' ', ',', '; ', '|'])
    expect(codesIn([tag, ...others].join(between))).toEqual([tag, ...others])
  for (const whole of [tag, 'Office desk 12', '3414257B 3414257B', `${tag} A0000042`]) {
    expect(codesIn(whole)).toEqual([whole])
  }
  const heads = scansIn(read(`${tag.slice(1)} ${tag}`, '3')).map(({ head }) => head)
  expect(heads).toEqual(['3', ''])
})

test('a reader that types several tags with a delay after each character is understood', () => {
  for (const gap of [0, 30, 120, 250]) {
    const reader = keyboardWedge()
    const keys = [...[tag, ...others].join(' '), 'Enter']
    const reading = keys.map((key, at) => reader.read(key, at * gap)).at(-1)
    expect(scansIn(reading ?? read('')).map((scan) => scan.code)).toEqual([tag, ...others])
  }
})

test('however a reader stutters, no part of a tag is accepted without doubt', () => {
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
