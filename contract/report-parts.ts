import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, location, pageQuery, pageReply } from './paging.ts'

/** The heading of a column in a file, and the type of its values in the API. */
type Column = { heading: string; is: z.ZodType }
export type Columns = Record<string, Column>

export const needed = (heading: string) => ({ heading, is: z.string() })
export const given = (heading: string) => ({ heading, is: z.string().nullable() })

export const namesOf = <Name extends string>(columns: Record<Name, unknown>) =>
  Object.keys(columns) as [Name, ...Name[]]

const rowOf = <C extends Columns, More extends z.ZodRawShape>(columns: C, more: More) =>
  z.object({
    ...Object.fromEntries(Object.entries(columns).map(([name, { is }]) => [name, is])),
    ...more,
  }) as unknown as z.ZodObject<{ [Name in keyof C]: C[Name]['is'] } & More>

/** Every report is read in pages, and its rows have its own columns. */
export const report = <
  const Path extends string,
  Query extends z.ZodObject,
  C extends Columns,
  More extends z.ZodRawShape = Record<never, never>,
>(
  path: Path,
  summary: string,
  { query, columns, more }: { query: Query; columns: C; more?: More },
) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/reports/${path}`,
    permission: 'reports',
    reads: ['asset', 'inventory', 'cover'],
    rows: 'rows',
    summary,
    query,
    reply: z.object({ rows: z.array(rowOf(columns, more ?? ({} as More))), ...pageReply }),
  })

const { search: _search, ...shape } = pageQuery.shape
export const page = shape
export const text = z.string().trim().max(200).optional()

export const where = {
  location: location.optional(),
  placeId: id.optional().describe('This place and all below it.'),
}

/** A sort order that an index supports, limited to the direction in which it fills a page quickly. */
export const ordered = <const Name extends string, const Way extends 'asc' | 'desc'>(
  name: Name,
  way: Way,
) => ({
  sort: z.enum([name]).default(name as never),
  direction: z.enum([way]).default(way as never),
})

export const days = {
  from: day.optional().describe('Without days: the last thirty.'),
  to: day.optional(),
}
