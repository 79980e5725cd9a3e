import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { query } from '#kernel/http/query.ts'

const listMs = 5 * 60_000

/** The active fields whose values the person may see, in the order of forms. */
export const ownFieldList = () =>
  query(ownFields.list, { query: {} }, { select: (reply) => reply.fields, staleTime: listMs })
