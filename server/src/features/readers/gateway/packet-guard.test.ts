import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPacketGuard } from './packet-guard.ts'

const limits = { beforeConnect: 8000, afterConnect: 401_000 }
/** A packet of this type with this many bytes after its fixed header. */
function packetOf(type: number, bytes: number) {
  const header = [type << 4]
  for (let rest = bytes; header.length === 1 || rest > 0; rest = Math.floor(rest / 128))
    header.push((rest % 128) + (rest >= 128 ? 128 : 0))
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bytes, 0xff)])
}

const connect = packetOf(1, 60)
const publish = (bytes: number) => packetOf(3, bytes)

test('packets pass in whichever pieces they come, none before the sender is trusted but the first', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 5 })
  const cuts = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(sizes, cuts, (payloads, pieces) => {
      const guard = newPacketGuard(limits)
      const all = Buffer.concat([connect, ...payloads.map(publish)])
      expect(guard.admit(all)).toBe(connect.length)
      guard.trust()
      for (let [at, n] = [connect.length, 0]; at < all.length; n += 1) {
        const piece = all.subarray(at, at + (pieces[n % pieces.length] ?? 1))
        expect(guard.admit(piece)).toBe(piece.length)
        at += piece.length
      }
    }),
  )
})

test('a length that is too long ends it in the header', () => {
  const header = (...bytes: number[]) => Buffer.from(bytes)
  expect(() => newPacketGuard(limits).admit(header(0x10, 0xff, 0xff, 0x7f))).toThrow(/too long/)
  expect(() => newPacketGuard(limits).admit(header(0x10, 0x80, 0x80, 0x80, 0x80, 0x01))).toThrow(/malformed/)
  expect(() => newPacketGuard(limits).admit(publish(10))).toThrow(/no CONNECT/)
  const guard = newPacketGuard(limits)
  guard.admit(connect)
  guard.trust()
  const first = publish(400_000)
  expect(guard.admit(first)).toBe(first.length)
  expect(() => guard.admit(publish(402_000).subarray(0, 4))).toThrow(/too long/)
})
