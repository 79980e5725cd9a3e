import type { Place } from '@ats/contract/places.ts'
import { useSession } from '#kernel/session/session.ts'

const none: Place[] = []

/** The places of someone who sees no whole city: they hand on these or parts of them. Empty for everyone else. */
export function useOwnPlaces(): Place[] {
  const me = useSession()?.user
  const seesWholeCity = me?.everywhere !== false || me.places.some(({ kind }) => kind === 'city')
  return seesWholeCity ? none : me.places
}
