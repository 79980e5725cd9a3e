import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import en from '../../../messages/en.json' with { type: 'json' }
import hi from '../../../messages/hi.json' with { type: 'json' }

const english: Record<string, string> = en
const hindi: Record<string, string> = hi
const sources = new URL('../../', import.meta.url).pathname
const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('the catalogues', () => {
  test('have the same texts in both languages, in the same order', () => {
    const [inEnglish, inHindi] = [Object.keys(english), Object.keys(hindi)]
    const lacking = (names: string[], others: string[]) => others.filter((name) => !names.includes(name))
    expect(lacking(inHindi, inEnglish), 'web/messages/hi.json lacks these').toEqual([])
    expect(lacking(inEnglish, inHindi), 'web/messages/en.json lacks these').toEqual([])
    expect(inHindi).toEqual(inEnglish)
  })

  test('fill the same places in both languages', () => {
    for (const name of Object.keys(english)) {
      expect([name, placeholders(hindi[name])]).toEqual([name, placeholders(english[name])])
    }
  })

  test('leave no text empty', () => {
    for (const text of [...Object.values(english), ...Object.values(hindi)]) expect(text.trim()).not.toBe('')
  })

  test('group every text by a prefix', () => {
    for (const name of Object.keys(english)) expect(name).toMatch(/^[a-z]+(_[a-z0-9]+)+$/)
  })

  test('hold no text that no screen uses', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['texts/**', '**/*.{test,browser}.*'] })
    const code = files.map((file) => readFileSync(`${sources}${file}`, 'utf8')).join('\n')
    const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(english).filter((name) => !used.has(name))).toEqual([])
  })
})
