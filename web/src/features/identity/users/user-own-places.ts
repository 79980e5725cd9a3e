import type { Place } from '@ats/contract/places.ts'
import { useSession } from '#kernel/session/session.ts'

const none: Place[] = []

/**
 * The places of a person who sees no whole city: they can grant these or parts of them. Empty for everybody
 * else.
 */
export function useOwnPlaces(): Place[] {
  const me = useSession()?.user
  const seesWholeCity = me?.everywhere !== false || me.places.some(({ kind }) => kind === 'city')
  return seesWholeCity ? none : me.places
}
