import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { ClamdAddress } from '#server/paper-config.ts'

/** The scanner has an upper limit of its own, which answers with an error. */
const patienceMs = 120_000
const mostAnswer = 4096

export type Verdict = { isClean: true } | { isClean: false; signature: string }

function framed(chunk: Buffer) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

/** Sends a command and its data, and returns the one line that the scanner answers. */
async function ask(
  address: ClamdAddress,
  command: string,
  data?: Readable,
  patience = patienceMs,
): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(patience, () => socket.destroy(new Error('The virus scanner does not answer')))
  const late = setTimeout(() => socket.destroy(new Error('The virus scanner is too slow')), patience)
  let said = ''
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1')
      if (said.includes('\0')) resolve(said.slice(0, said.indexOf('\0')))
      else if (said.length > mostAnswer) reject(new Error('The virus scanner answers too much'))
    })
    socket.on('close', () => reject(new Error('The virus scanner closed the connection')))
  })
  try {
    return await Promise.race([answer, send(socket, command, data).then(() => answer)])
  } finally {
    clearTimeout(late)
    data?.destroy()
    socket.destroy()
  }
}

async function send(socket: ReturnType<typeof connect>, command: string, data?: Readable) {
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  await write(Buffer.from(`z${command}\0`))
  if (data === undefined) return
  for await (const chunk of data as AsyncIterable<Buffer>) await write(framed(chunk))
  await write(Buffer.alloc(4))
}

/** Has a stream scanned; rejects if the scanner is down, too slow, or does not say whether the content is clean. */
export async function scan(address: ClamdAddress, content: Readable, patience?: number): Promise<Verdict> {
  const answer = await ask(address, 'INSTREAM', content, patience)
  if (/^stream: OK$/.test(answer)) return { isClean: true }
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? []
  if (signature === undefined) throw new Error(`The virus scanner answered: ${answer.slice(0, 200)}`)
  return { isClean: false, signature }
}

/** Rejects unless the scanner answers. */
export async function ping(address: ClamdAddress): Promise<void> {
  const answer = await ask(address, 'PING', undefined, 5000)
  if (answer !== 'PONG') throw new Error(`The virus scanner answered: ${answer.slice(0, 200)}`)
}
