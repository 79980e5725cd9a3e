import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { describe, expect, test } from 'vitest'
import { ownFieldNumbered } from '../../../test/own-fields.ts'
import { fieldsForName, readTyped, typedText, valuesTyped, wrongTexts } from './typed-values.ts'

const field = (given: Partial<OwnField>) => ownFieldNumbered(1, given)
const money = field({ type: 'money', unit: 'INR' })
const number = field({ type: 'number' })

describe('the text of an input', () => {
  test.each([
    [money, '1,25,000.50', 12_500_050],
    [money, '0.29', 29],
    [money, '-3', -300],
    [money, '1.005', '1.005'],
    [number, ' 2.5 ', 2.5],
    [number, '1e9', '1e9'],
    [number, 'ten', 'ten'],
    [field({ type: 'yes-no' }), 'false', false],
    [field({ type: 'text' }), ' PO 17 ', 'PO 17'],
    [field({ type: 'text' }), '  ', null],
  ])('%# is read as a value', (given, text, value) => expect(readTyped(given, text)).toBe(value))

  test.each([
    [money, 12_500_050, '125000.5'],
    [field({ type: 'yes-no' }), false, 'false'],
    [number, -3, '-3'],
  ])('%# is the value that was read', (given, value, text) => {
    expect(typedText(given, value)).toBe(text)
    expect(readTyped(given, text)).toBe(value)
  })
})

describe('the values of a request', () => {
  const fields = [field({ key: 'a' }), field({ key: 'b' }), field({ key: 'c' })]

  test('of a new asset are those that are filled in', () => {
    expect(valuesTyped(fields, { a: 'x', b: '', gone: 'y' })).toEqual({ a: 'x' })
  })

  test('of a change are those that differ, also cleared ones', () => {
    const present = { a: 'x', b: 'y' }
    expect(valuesTyped(fields, { a: 'x', b: '', c: 'z' }, present)).toEqual({ b: null, c: 'z' })
  })
})

test('a field for some names is for those, in any case', () => {
  const some = field({ assetNameIds: ['1'], assetNames: [{ id: '1', name: 'Fire extinguisher' }] })
  const counts = [' fire EXTINGUISHER', 'Chair', ''].map((name) => fieldsForName([some], name).length)
  expect(counts).toEqual([1, 0, 0])
})

describe('a form', () => {
  const fields = [field({ key: 'a', required: true }), field({ key: 'b', type: 'money', unit: 'INR' })]

  test('names what is missing and what does not fit its type', () => {
    expect(wrongTexts(fields, { b: 'much' }).map(({ path, message }) => [path[1], message])).toEqual([
      ['a', 'field-required'],
      ['b', 'own-value-malformed'],
    ])
    expect(wrongTexts(fields, { a: 'x', b: '12' })).toEqual([])
  })

  test('needs a required field of an existing asset only if that has a value', () => {
    expect(wrongTexts(fields, {}, {})).toEqual([])
    expect(wrongTexts(fields, { a: '' }, { a: 'x' })).toHaveLength(1)
  })
})
