import { request } from 'node:http'

export type Answer = { status: number; type: string; text: string; milliseconds: number }

const mostBytes = 2_000_000
/** A stream does not end by itself; its first messages are enough. */
const streamMs = 200
const patienceMs = 30_000

/**
 * Sends one HTTP request on a new connection, because an error response may close it; reads at most two
 * megabytes. Status 0 means no response.
 */
export function send(
  address: string,
  method: string,
  url: string,
  headers: Record<string, string>,
  payload: Buffer | null,
): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let [status, type, size] = [0, '', 0]
    const end = (why = '') => {
      const text = Buffer.concat(chunks).toString() || why
      resolve({ status, type, text, milliseconds: performance.now() - started })
    }
    const sent = request(
      `${address}${url}`,
      { method, headers, agent: false, timeout: patienceMs },
      (answer) => {
        status = answer.statusCode ?? 0
        type = answer.headers['content-type'] ?? ''
        if (type.startsWith('text/event-stream')) setTimeout(() => answer.destroy(), streamMs)
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size > mostBytes) answer.destroy()
        })
        answer.on('close', () => end())
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs / 1000} s`)))
    // The server may respond with an error and close the connection while the body is still being sent.
    sent.on('error', (error) => status === 0 && end(error.message))
    sent.end(payload ?? undefined)
  })
}
