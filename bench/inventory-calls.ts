import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../scripts/product-calls.ts'

const agent = new Agent({ keepAlive: true })

const mostTries = 50

/**
 * Sends a JSON text as a device does, with retries if the server is busy. Returns the milliseconds in total.
 * A full HTTP client would take more of the machine's processor time.
 */
export async function post(caller: Caller, path: string, body: string): Promise<number> {
  const bytes = Buffer.from(body)
  const started = performance.now()
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { status, text } = await send(caller, path, bytes)
    if (status === 200) return performance.now() - started
    if (status !== 503) throw new Error(`${path} answered ${status}: ${text}`)
    await delay(100)
  }
  throw new Error(`${path} was busy ${mostTries} times`)
}

function send({ address, headers }: Caller, path: string, bytes: Buffer) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const call = request(
      `${address}${path}`,
      {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode, text: `${Buffer.concat(chunks)}` }))
      },
    )
    call.on('error', reject)
    call.end(bytes)
  })
}
