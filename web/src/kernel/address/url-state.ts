import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import type { UrlSearch } from './url-search.ts'

export const pageSizes = [10, 15, 20, 25, 30] as const

/** Adds the page sizes of tables to a filter of the contract. */
export const tableSize = { size: z.coerce.number<number>().pipe(z.literal(pageSizes)).default(10) }

type Change<S extends z.ZodObject> = { [K in keyof z.input<S>]?: z.input<S>[K] | undefined }

const paging = new Set(['cursor', 'size', 'sort', 'direction'])

/**
 * The screen's filter, stored in the address: Back restores it, a link carries it, and invalid values are
 * dropped. A change of anything but the cursor goes back to the first page. The third element clears the
 * filter; it is undefined while there is nothing to clear.
 */
export function useUrlState<S extends z.ZodObject>(schema: S) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = useMemo(() => readFilter(schema, search), [schema, search])

  const setFilter = useCallback(
    (change: Change<S>, how: 'push' | 'replace' = 'push') =>
      void navigate({
        to: '.',
        search: (before: UrlSearch) => changedSearch(schema, before, change),
        replace: how === 'replace',
        resetScroll: false,
      }),
    [navigate, schema],
  )

  const narrowing = Object.keys(schema.shape).filter((name) => !paging.has(name) && name in search)
  const clear = () => setFilter(Object.fromEntries(narrowing.map((name) => [name, undefined])) as Change<S>)
  return [filter, setFilter, narrowing.length > 0 ? clear : undefined] as const
}

export function readFilter<S extends z.ZodObject>(schema: S, search: UrlSearch): z.output<S> {
  const filter: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = readField(field as z.ZodType, search[name])
    if (value !== undefined) filter[name] = value
  }
  return filter as z.output<S>
}

function readField(field: z.ZodType, raw: string | string[] | undefined): unknown {
  const readings = typeof raw === 'string' ? [raw, [raw], undefined] : [raw, undefined]
  for (const reading of readings) {
    const result = field.safeParse(reading)
    if (result.success) return result.data
  }
  return undefined
}

export function changedSearch(schema: z.ZodObject, before: UrlSearch, change: object): UrlSearch {
  const after: UrlSearch = { ...before }
  if (!('cursor' in change)) delete after.cursor
  for (const [name, value] of Object.entries(change)) {
    if (
      value === undefined ||
      value === '' ||
      value === readField(schema.shape[name] as z.ZodType, undefined)
    ) {
      delete after[name]
    } else {
      after[name] = Array.isArray(value) ? value.map(String) : String(value)
    }
  }
  return after
}
