import { connect, type Socket } from 'node:net'

export type Load = { perSecond: number; p50: number; p99: number }

/**
 * Keeps the connections busy with one GET and counts the responses. It writes plain HTTP/1.1 to its own
 * sockets: on a small machine a full client would take the processor time that is being measured.
 */
export async function load(
  address: string,
  path: string,
  headers: Record<string, string>,
  effort: { seconds: number; connections: number },
): Promise<Load> {
  const { hostname, port, host } = new URL(address)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const started = performance.now()
  const until = started + effort.seconds * 1000
  const clients = Array.from({ length: effort.connections }, () =>
    keepAsking(connect(Number(port), hostname), request, until),
  )
  const times = (await Promise.all(clients)).flat().sort((a, b) => a - b)
  const elapsed = (performance.now() - started) / 1000
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / elapsed, p50: share(0.5), p99: share(0.99) }
}

/** Resolves with the milliseconds of each response; anything but a 200 with a length fails the measurement. */
function keepAsking(socket: Socket, request: Buffer, until: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let answer = ''
    let sentAt = 0
    const ask = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk
      const missing = missingBytes(answer)
      if (missing === null || missing > 0) return
      if (!answer.startsWith('HTTP/1.1 200 ')) return socket.destroy(new Error(answer.slice(0, 300)))
      answer = ''
      const now = performance.now()
      times.push(now - sentAt)
      if (now < until) return ask()
      socket.end()
      resolve(times)
    })
  })
}

function missingBytes(answer: string): number | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end + 2))?.[1]
  if (length === undefined) throw new Error('An answer without a content-length cannot be measured')
  return end + 4 + Number(length) - answer.length
}
