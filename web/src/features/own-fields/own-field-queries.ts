import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { query } from '#kernel/http/query.ts'

const staleTime = 5 * 60_000

/** The fields that the person may see, in the order of forms. */
export const ownFieldList = () =>
  query(ownFields.list, { query: {} }, { select: ({ fields }) => fields, staleTime })

/** Also retired fields, for values in histories. */
export const everyOwnField = () =>
  query(ownFields.list, { query: { retired: 'true' } }, { select: ({ fields }) => fields, staleTime })
