import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * A ledger entry that the receiver may see. Its content is not included; the client fetches it with ordinary
 * requests.
 */
export const liveEvent = z.object({
  id: z.number().int(),
  action: z.string(),
  kind: z.string(),
  record: z.uuid(),
  mine: z.boolean().describe('The receiver did it.'),
  request: z
    .string()
    .optional()
    .describe("Of what the receiver did: the call that did it, as its answer's x-request-id names it."),
})
export type LiveEvent = z.infer<typeof liveEvent>

/** One message of the stream, as JSON. */
export type LiveMessage =
  | { type: 'events'; events: LiveEvent[] }
  /** The receiver has new notifications. */
  | { type: 'notifications' }
  /** Too many entries to list them: fetch everything again. */
  | { type: 'reset' }
  /** Nothing happened, but the position advances. */
  | { type: 'beat' }

export const longestStream = 3600

export const live = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/live',
    permission: 'authenticated',
    reads: [],
    summary: 'Server-sent events: what changes within scope, resumable by Last-Event-ID',
    query: z.object({
      seconds: z.coerce
        .number()
        .int()
        .min(0)
        .max(longestStream)
        .default(longestStream)
        .describe('The stream ends after this long; with 0 it says what was missed, and ends.'),
    }),
    reply: 'file',
  }),
}

/** One message as received: its content, and the position to resume from if it has one. */
export function readLive(block: string): { position: string | undefined; message: LiveMessage } {
  const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{"type":"beat"}'
  return { position: /^id: (.*)$/m.exec(block)?.[1], message: JSON.parse(data) as LiveMessage }
}

/** Calls `heard` for every message of a stream until it ends. */
export async function hearLive(
  body: ReadableStream<Uint8Array>,
  heard: (one: ReturnType<typeof readLive>) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const blocks = (rest + decoder.decode(piece.value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) heard(readLive(block))
  }
}
