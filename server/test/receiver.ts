import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuditEvent } from '@ats/contract/audit.ts'
import { afterAll, expect } from 'vitest'

export type Received = {
  headers: Record<string, string>
  text: string
  body: { type: string; timestamp: string; data: AuditEvent }
}
type Answer = (received: Received, response: ServerResponse) => void

const ok: Answer = (_received, response) => void response.writeHead(204).end()

/** A receiver of webhooks: keeps what it gets, and answers as a test says. */
export async function openReceiver() {
  const received: Received[] = []
  let answer = ok
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const one = { headers: request.headers as Record<string, string>, text, body: JSON.parse(text) }
      received.push(one)
      answer(one, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    answer: (how: Answer = ok) => {
      answer = how
    },
    /** Waits until so many messages came in. */
    got: async (count: number) => {
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
      return received
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

async function textOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
