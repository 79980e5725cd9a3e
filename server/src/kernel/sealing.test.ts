import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

const secret = 'not-for-anything-real-'.repeat(2)

test('a sealed text opens with the same secret and for the same purpose', () => {
  const sealed = seal(secret, 'directory 1', 'pässword')
  expect(unseal(secret, 'directory 1', sealed)).toBe('pässword')
  expect(sealed.includes('pässword')).toBe(false)
})

test('the same text is never sealed the same twice', () => {
  expect(seal(secret, 'a', 'text').equals(seal(secret, 'a', 'text'))).toBe(false)
})

test('another secret, another purpose, a changed byte and a short value open nothing', () => {
  const sealed = seal(secret, 'directory 1', 'password')
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect([
    unseal(`${secret}x`, 'directory 1', sealed),
    unseal(secret, 'directory 2', sealed),
    unseal(secret, 'directory 1', changed),
    unseal(secret, 'directory 1', sealed.subarray(0, 20)),
  ]).toEqual([undefined, undefined, undefined, undefined])
})
