import type { MasterKind } from '@ats/contract/masters.ts'
import { useSession } from '#kernel/session.ts'
import { m } from '#texts'
import { isPlace } from './kinds.ts'

/** Why the person may only look at these records; undefined when they may keep them. The server decides by the same rule. */
export function useWhyFixed(kind: MasterKind): string | undefined {
  const person = useSession()?.user
  if (!person?.permissions.includes('master')) return m.masters_read_only()
  return kind === 'city' && !person.everywhere ? m.masters_city_read_only() : undefined
}

/** Why the person may not merge these records: what everyone shares is merged by those who see everything. */
export function useWhyNotMerged(kind: MasterKind): string | undefined {
  const everywhere = useSession()?.user.everywhere === true
  const isShared = !isPlace(kind) || kind === 'city'
  return isShared && !everywhere ? m.masters_need_everywhere() : undefined
}
