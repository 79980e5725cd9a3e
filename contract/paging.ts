import { z } from 'zod'
import { says } from './problems/fields.ts'

export const standardSize = 100

/** Lists page by key: a cursor holds the place in the order, so the last page costs what the first does. */
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

const { size } = pageQuery.shape

/** The same for lists that are answered as a whole to callers who name no size. */
export const pageOrAllQuery = pageQuery.extend({
  size: size
    .unwrap()
    .optional()
    .describe(
      `Without it and a cursor all rows are answered, limited as downloads are; a cursor alone reads ${standardSize}.`,
    ),
})

/** Where a list goes on, for lists that are numbered: as much as PostgreSQL's integer holds. */
export const rowNumber = z.coerce.number().int().min(0).max(2_147_483_647)

/** A day that PostgreSQL has, too: it knows no year 0. */
export const day = z.iso.date(says('day-malformed')).regex(/^[12]/, says('year-out-of-range'))

export const done = z.object({ message: z.string() })

/** A city's lower-cased name, as in the web addresses; absent: all the caller may see. */
export const location = z.string().trim().toLowerCase().max(200)
