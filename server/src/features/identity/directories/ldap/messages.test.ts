import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ber, entry, message, result } from '#test/lying-ldap.ts'
import { messageSplitter } from './messages.ts'

const whole = [entry(2, 'uid=a,dc=example', { mail: 'a@example.org' }), result(2, 0x65, 0)]

test('messages are complete whatever the packets', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
      const split = messageSplitter(10_000)
      const bytes = Buffer.concat(whole)
      const messages: Buffer[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        messages.push(...split(bytes.subarray(at, at + size)))
        at += size
      }
      expect(messages).toEqual(whole)
    }),
  )
})

const rejected = (bytes: Buffer) => () => messageSplitter(10_000)(bytes)
const truncated = Buffer.from([0x04, 0x7f, 0x61])

test.each([
  [
    'a value longer than its attribute',
    message(1, ber(0x64, ber(0x04), ber(0x30, ber(0x30, ber(0x04), ber(0x31, truncated))))),
  ],
  ['attributes that are no sequence', message(1, ber(0x64, ber(0x04), ber(0x04, truncated)))],
  ['a reference longer than its message', message(1, ber(0x73, truncated))],
  ['controls that do not fit', ber(0x30, ber(0x02, 1), ber(0x65, ber(0x0a, 0)), ber(0xa0, truncated))],
  ['an operation that is no response', message(1, ber(0x60, ber(0x02, 3)))],
  ['a message without an id', ber(0x30, ber(0x61, ber(0x0a, 0)))],
  ['an indefinite length', Buffer.from([0x30, 0x80, 0, 0])],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  [
    'parts nested too deeply',
    message(
      1,
      Array.from({ length: 50 }).reduce<Buffer>((inner) => ber(0x65, inner), ber(0x0a, 0)),
    ),
  ],
])('%s is malformed', (_name, bytes) => {
  expect(rejected(bytes)).toThrow('malformed')
})

test('a message beyond the limit is rejected by its length, before it arrives', () => {
  expect(rejected(Buffer.from([0x30, 0x84, 0x10, 0, 0, 0]))).toThrow('too-large')
})

test('no bytes make the splitter loop or crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        messageSplitter(10_000)(Buffer.from(bytes))
      } catch (error) {
        expect(String(error)).toMatch(/malformed|too-large/)
      }
    }),
  )
})
