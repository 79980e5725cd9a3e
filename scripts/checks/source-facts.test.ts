import { expect, test } from 'vitest'
import { factsOf } from './source-facts.ts'

const functionsOf = (text: string) =>
  factsOf('a.tsx', text).functions.map(({ name, lines }) => `${name} ${lines}`)
const findingsOf = (text: string) => factsOf('a.ts', text).findings.map(({ line, what }) => `${line} ${what}`)

test('declarations, arrows and methods are measured from their first to their last line', () => {
  expect(
    functionsOf('export function one() {\n}\nconst two = () => {\n\n}\nconst o = { three() {\n} }'),
  ).toEqual(['one 2', 'two 3', 'three 2'])
})

test('braces in strings, templates and regular expressions do not end a function', () => {
  expect(functionsOf('function one() {\n  return `}` + "}" + /}/.source\n}')).toEqual(['one 3'])
})

test('a describe block is not a function of its own, the tests in it are', () => {
  expect(functionsOf('describe("x", () => {\n  test("y", () => {\n  })\n})')).toEqual(['anonymous 2'])
})

test('the type any is found wherever it stands', () => {
  expect(findingsOf('const a: any = 1\nconst b = a as Record<string, any>\nconst any = "any"')).toEqual([
    '1 the type any',
    '2 the type any',
  ])
})

test('a suppression needs a reason', () => {
  expect(
    findingsOf('// @ts-expect-error\n// biome-ignore lint/a/b: x\n// @ts-ignore because it is fine'),
  ).toEqual([
    '1 a suppression without a reason',
    '2 a suppression without a reason',
    '3 a blanket suppression',
  ])
  expect(findingsOf('// biome-ignore lint/a/b: the type of the driver is wrong here\nexport {}')).toEqual([])
  expect(findingsOf('// @ts-expect-error the driver has no types for this\nexport {}')).toEqual([])
})
