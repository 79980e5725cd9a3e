import { z } from 'zod'

export const roomProgress = z.object({
  placeId: z.uuid(),
  placeNames: z
    .array(z.string())
    .describe('The path below the place of the inventory; empty: the place itself.'),
  expected: z.number().int(),
  found: z.number().int().describe('Of those expected here: found, wherever.'),
  misplaced: z.number().int().describe('Found here, but expected elsewhere in the place.'),
  access: z.number().int(),
  lastReadAt: z.string().nullable(),
})
export type RoomProgress = z.infer<typeof roomProgress>

export const deviceProgress = z.object({
  deviceId: z.uuid(),
  device: z
    .string()
    .nullable()
    .describe('What the device or the fixed reader is called; null: a reader that stands out of scope.'),
  userId: z.uuid().nullable(),
  user: z.string().nullable().describe('Null: a fixed reader.'),
  placeNames: z.array(z.string()).describe('Where it counted last.'),
  tags: z.number().int().describe('Different tags that it sent, room by room.'),
  unsent: z.number().int().describe('How many reads it last said it has still to send.'),
  lastSeenAt: z.string(),
})
export type DeviceProgress = z.infer<typeof deviceProgress>

/** While it has a network, a device that counts offline reports at least this often. */
export const silentAfterMinutes = 5

/** A device with unsent reads. How much it has sent is deliberately not included. */
export const unsentDevice = deviceProgress.pick({ deviceId: true, unsent: true, lastSeenAt: true }).extend({
  device: z.string(),
  user: z.string(),
  takenAt: z.string().nullable().describe('Since when it holds the inventory to count without a network.'),
  reason: z
    .enum(['unsent', 'silent'])
    .describe(
      `unsent: it announced reads that it has not sent; silent: it took the inventory along and did not report for ${silentAfterMinutes} minutes, so it may hold reads.`,
    ),
})
export type UnsentDevice = z.infer<typeof unsentDevice>
