import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { fieldMessage } from './problems/fields.ts'
import { englishOf, messages, slices } from './problems.ts'

test('no code is declared twice', () => {
  const codes = slices.flatMap((slice) => Object.keys(slice))
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  expect(codes.toSorted()).toEqual(Object.keys(messages).toSorted())
})

test('codes are plain words, and no text is empty', () => {
  for (const [code, { text }] of Object.entries(messages)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(text.trim()).not.toBe('')
  }
})

test('a text is filled with its parameters, whatever they hold', () => {
  const params = { assetTagId: 'A0000001', assetName: '{count} $& chairs' }
  const english = englishOf({ code: 'tag-on-asset', params })
  expect(english).toBe('This tag is already on A0000001 ({count} $& chairs).')
})

/** The handwritten messages of a schema and of its parts. */
function ownTexts(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const parts = Array.isArray(schema) ? schema : Object.values(defOf(schema) ?? schema)
  const error = (defOf(schema) as { error?: (issue: object) => unknown } | undefined)?.error
  const text = typeof error === 'function' ? error({ code: 'custom' }) : undefined
  return [...(typeof text === 'string' ? [text] : []), ...parts.flatMap((part) => ownTexts(part, seen))]
}

const defOf = (schema: object) =>
  '_zod' in schema ? (schema._zod as { def: Record<string, unknown> }).def : undefined

test('a text that a schema says of a field is one of the codes', () => {
  expect(ownTexts(z.object({ name: z.string().min(1, 'Say it.') }))).toEqual(['Say it.'])
  const all = Object.values(endpoints).flatMap((slice) => Object.values(slice))
  const given = all.flatMap(({ params, query, body }) => ownTexts([params, query, body]))
  expect(given.length).toBeGreaterThan(30)
  expect(given.filter((message) => fieldMessage({ message }) === undefined)).toEqual([])
})
