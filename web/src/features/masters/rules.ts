import { isAddedByFew, isSharedMaster, type MasterKind } from '@ats/contract/masters.ts'
import type { ApiError } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'

/** Why the person may not add records; undefined if they may. The server applies the same rule. */
export function useWhyNotAdded(kind: MasterKind): string | undefined {
  const person = useSession()?.user
  if (!person?.permissions.includes('master')) return m.masters_read_only()
  if (person.everywhere || !isAddedByFew(kind)) return undefined
  return kind === 'city' ? m.masters_city_read_only() : m.masters_state_read_only()
}

/** Why the person may not rename, delete or merge records; undefined if they may. */
export function useWhyFixed(kind: MasterKind): string | undefined {
  const notAdded = useWhyNotAdded(kind)
  const everywhere = useSession()?.user.everywhere === true
  return notAdded ?? (isSharedMaster(kind) && !everywhere ? m.masters_shared_add_only() : undefined)
}

/** The server's message about uses that are not counted; undefined if the count is sufficient. */
export const reasonOf = ({ code, message }: ApiError) =>
  code.startsWith('master-in-bin') ? message : undefined
