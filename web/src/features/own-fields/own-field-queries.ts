import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { query } from '#kernel/http/query.ts'

/** The active fields that the person may see, in the order of forms. */
export const ownFieldList = () => query(ownFields.list, { query: {} }, { select: ({ fields }) => fields })
