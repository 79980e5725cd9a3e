// The contract for shells is described in docs/develop/reader-shell.md.

import { z } from 'zod'

/** A read of one tag. `rssi` is in dBm; `proximity` is for readers that only say how near a tag is, from 0 to 100. */
const tag = z.object({
  type: z.literal('tag'),
  epc: z
    .string()
    .trim()
    .max(128)
    .regex(/^([0-9a-f]{2})+$/i)
    .transform((epc) => epc.toUpperCase()),
  rssi: z.number().min(-150).max(50).optional(),
  proximity: z.number().min(0).max(100).optional(),
  at: z.number().positive().optional(),
})

const shellStatuses = ['ready', 'reading', 'stopped', 'disconnected', 'failed'] as const

const other = [
  z.object({ type: z.literal('trigger'), state: z.enum(['down', 'up']) }),
  z.object({ type: z.literal('battery'), percent: z.number().min(0).max(100) }),
  z.object({
    type: z.literal('status'),
    status: z.enum(shellStatuses),
    message: z.string().max(200).optional(),
  }),
  z.object({ type: z.literal('written'), epc: tag.shape.epc, ok: z.boolean() }),
] as const

const shellEvent = z.discriminatedUnion('type', [tag, ...other])
export type ShellEvent = z.output<typeof shellEvent>

/** As a shell sends it. */
export type SentShellEvent = z.input<typeof shellEvent>

function valuesIn(detail: unknown): unknown[] {
  if (typeof detail !== 'string') return Array.isArray(detail) ? detail : [detail]
  try {
    return valuesIn(JSON.parse(detail))
  } catch {
    return [detail]
  }
}

/** One event or a list of them, as objects or as JSON. What is not an event is counted and ignored. */
export function readShellEvents(detail: unknown): { events: ShellEvent[]; ignored: number } {
  const parsed = valuesIn(detail).map((value) => shellEvent.safeParse(value))
  const events = parsed.flatMap(({ data }) => data ?? [])
  return { events, ignored: parsed.length - events.length }
}
