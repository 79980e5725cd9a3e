import { type HandheldChange, handhelds, type NewHandheld } from '@ats/contract/handhelds.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const handheldList = query(handhelds.list, {}, { select: (reply) => reply.handhelds })

const of = (id: string) => ({ params: { id } })

export const useAddHandheld = () => useChange(handhelds.add, (body: NewHandheld) => ({ body })).mutateAsync
export const useChangeHandheld = (id: string) =>
  useChange(handhelds.change, (body: HandheldChange) => ({ ...of(id), body })).mutateAsync
export const useRenewToken = () => useChange(handhelds.renew, of).mutateAsync
export const useRevokeHandheld = () => useChange(handhelds.revoke, of).mutateAsync
