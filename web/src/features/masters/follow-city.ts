import type { MasterKind } from '@ats/contract/masters.ts'
import { useNavigate } from '@tanstack/react-router'
import { everywhere, useCity } from '#kernel/address/location.ts'

/** If the city in the address is renamed or deleted, the address follows. */
export function useFollowCity(kind: MasterKind) {
  const city = useCity()
  const navigate = useNavigate()
  return (before: string, after: string = everywhere) => {
    if (kind !== 'city' || before.toLowerCase() !== city || after.toLowerCase() === city) return
    void navigate({ to: '.', params: { location: after.toLowerCase() } })
  }
}
