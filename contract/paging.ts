import { z } from 'zod'
import { says } from './problems/fields.ts'

export const standardSize = 100

/** Keyset pagination: a cursor holds the position in the sort order, so the last page costs as much as the first. */
export const pageQuery = z.object({
  cursor: z.string().max(2000).optional(),
  size: z.coerce.number().int().min(1).max(500).default(standardSize),
  search: z.string().trim().max(200).default(''),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const pageReply = {
  total: z.number().int(),
  totalIsExact: z.boolean().describe('False: there are more than total.'),
  from: z.number().int().describe('The position of the first row, counted from 1; 0 when there are none.'),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  last: z.string().nullable().describe('The cursor of the last page, where it is known.'),
}

/** What the responses of all lists have in common. */
export const page = z.object(pageReply)

const { size } = pageQuery.shape

/** The same for lists that are returned whole to clients that name no size. */
export const pageOrAllQuery = pageQuery.extend({
  size: size
    .unwrap()
    .optional()
    .describe(
      `Without it and a cursor all rows are answered, limited as downloads are; a cursor alone reads ${standardSize}.`,
    ),
})

/** The position in a numbered list; bounded by PostgreSQL's integer. */
export const rowNumber = z.coerce.number().int().min(0).max(2_147_483_647)

/** A day that PostgreSQL accepts as well: it has no year 0. */
export const day = z.iso.date(says('day-malformed')).regex(/^[12]/, says('year-out-of-range'))

export const done = z.object({ message: z.string() })

/** A city's name in lower case, as in web addresses; absent: every place that the caller may see. */
export const location = z.string().trim().toLowerCase().max(200)
