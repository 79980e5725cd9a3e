import { counting } from '@ats/contract/inventories/counting.ts'
import { query } from '#kernel/http/query.ts'

/** The people who can be chosen to count a place. */
export const peopleToCount = (placeId: string, search: string) =>
  query(
    counting.people,
    { query: { placeId, search, size: 8 } },
    { select: (reply) => reply.people, keepsPrevious: true },
  )
