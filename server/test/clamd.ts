import { createServer } from 'node:net'
import type { ClamdAddress } from '#server/paper-config.ts'

const eicar = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

/** What the scanner answers to the bytes so far; undefined while they are incomplete. */
function answerTo(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(0)
  if (end === -1) return undefined
  const command = bytes.toString('latin1', 0, end)
  if (command === 'zPING') return 'PONG'
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
  const parts: Buffer[] = []
  for (let at = end + 1; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0)
      return Buffer.concat(parts).includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** A server that speaks the protocol of clamd, and knows one virus. */
export async function clamd() {
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more])
      const answer = answerTo(bytes)
      if (answer !== undefined) socket.end(`${answer}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const address: ClamdAddress = { host: '127.0.0.1', port }
  return { address, port, stop: () => void server.close() }
}
