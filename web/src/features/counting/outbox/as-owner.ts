import { currentSession } from '#kernel/session/session.ts'
import { handheldHeaders } from './handheld.ts'

export class SignedOut extends Error {}

/** Everything is sent in the name of the person who made it, or not at all. */
export function asTheirOwner({ userId }: { userId: string }) {
  if (currentSession()?.user._id !== userId) throw new SignedOut()
}

/** A request that takes longer is made again. */
export const sendOptions = () => ({ signal: AbortSignal.timeout(60_000), headers: handheldHeaders() })
