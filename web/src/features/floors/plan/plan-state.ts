import { z } from 'zod'
import { layers } from './layers.ts'

/** What the address of a plan says: a link carries it, and Back restores it. */
export const planState = z.object({
  layer: z.enum(layers).default('assets'),
  room: z.uuid().optional(),
  search: z.string().trim().max(200).default(''),
  inventory: z.uuid().optional(),
  edit: z.literal('true').optional(),
})
export type PlanState = z.output<typeof planState>
