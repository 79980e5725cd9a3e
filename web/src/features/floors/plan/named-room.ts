import type { PlanRoom } from '@ats/contract/floors.ts'
import { inReadingOrder } from './geometry.ts'

/** A room within the person's places. */
export type NamedRoom = PlanRoom & { placeId: string; name: string }

export const isNamed = (room: PlanRoom): room is NamedRoom => room.placeId !== null && room.name !== null

export const namedRooms = (rooms: readonly PlanRoom[]) => inReadingOrder(rooms.filter(isNamed))
