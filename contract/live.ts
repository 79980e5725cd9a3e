import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A line of the ledger that the receiver may know of. What it says is asked for by the usual calls. */
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

/** What one message of the stream holds, as JSON. */
export type LiveMessage =
  | { type: 'events'; events: LiveEvent[] }
  /** There are new ones for the receiver. */
  | { type: 'notifications' }
  /** Too much happened to tell it line by line: ask for everything anew. */
  | { type: 'reset' }
  /** Nothing happened; the position moves on all the same. */
  | { type: 'beat' }

export const longestStream = 3600

export const live = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/live',
    permission: 'signed-in',
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

/** One message as it comes over the line: its text, and the position to resume from where it names one. */
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
