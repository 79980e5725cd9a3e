import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { bytesOfHead, toHex } from '@ats/contract/ledger/seal.ts'
import { expect, test } from 'vitest'
import { browserCrypto } from './crypto.ts'
import { linesOf, witnessesIn } from './lines.ts'

test('the browser hashes and checks signatures as the server does', async () => {
  const bytes = bytesOfHead({
    ...{ number: 1, previous: '00'.repeat(32), sealedAt: '2026-11-19T10:00:00.123Z', firstId: 1, lastId: 3 },
    ...{ entries: 3, redactions: 0, root: 'ab'.repeat(32), key: 'cd'.repeat(32) },
  })
  expect(toHex(browserCrypto.sha256(bytes))).toBe(hash('sha256', bytes, 'hex'))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const signature = new Uint8Array(sign(null, bytes, privateKey))
  expect(await browserCrypto.isSigned(raw, signature, bytes)).toBe(true)
  expect(
    await browserCrypto.isSigned(
      raw,
      signature,
      bytes.map((byte) => byte ^ 1),
    ),
  ).toBe(false)
})

test('lines are read whole, wherever a file is cut into pieces', async () => {
  const lines = ['{"a":"प्रविष्टि"}', '', '{"b":2}']
  const read: string[] = []
  for await (const line of linesOf(new Blob([lines.join('\n')]), () => undefined)) read.push(line)
  expect(read).toEqual(lines)
})

test('a witness is a line of a seal, or a number and a hash', () => {
  const hash = 'ef'.repeat(32)
  const text = `{"number":7,"previous":"${'00'.repeat(32)}","hash":"${hash}"}\nSeal 12: ${hash}\nnothing`
  expect([...witnessesIn(text)]).toEqual([
    [7, hash],
    [12, hash],
  ])
})
