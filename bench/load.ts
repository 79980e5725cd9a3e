import { connect, type Socket } from 'node:net'

export type Load = { perSecond: number; p50: number; p95: number; p99: number }

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
  const request = requestOf(address, path, headers)
  const until = performance.now() + effort.seconds * 1000
  let least = effort.connections
  return askAll(address, effort.connections, () =>
    least-- > 0 || performance.now() < until ? request : undefined,
  )
}

/** Sends every request once, as many at a time as there are connections. */
export function loadEach(
  address: string,
  paths: readonly string[],
  headers: Record<string, string>,
  connections: number,
): Promise<Load> {
  const waiting = paths.values()
  return askAll(address, connections, () => {
    const { value: path } = waiting.next()
    return path === undefined ? undefined : requestOf(address, path, headers)
  })
}

function requestOf(address: string, path: string, headers: Record<string, string>) {
  const { host } = new URL(address)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

async function askAll(address: string, connections: number, next: () => Buffer | undefined): Promise<Load> {
  const { hostname, port } = new URL(address)
  const started = performance.now()
  const clients = Array.from({ length: connections }, () => keepAsking(connect(Number(port), hostname), next))
  const times = (await Promise.all(clients)).flat().sort((a, b) => a - b)
  const elapsed = (performance.now() - started) / 1000
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / elapsed, p50: share(0.5), p95: share(0.95), p99: share(0.99) }
}

/** Resolves with the milliseconds of each response; anything but a 200 with a length fails the measurement. */
function keepAsking(socket: Socket, next: () => Buffer | undefined): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let answer = ''
    let sentAt = 0
    const ask = () => {
      const request = next()
      if (request === undefined) {
        socket.end()
        resolve(times)
        return
      }
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
      if (!answer.startsWith('HTTP/1.1 200 ')) return void socket.destroy(new Error(answer.slice(0, 300)))
      answer = ''
      times.push(performance.now() - sentAt)
      ask()
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
