import { masters } from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import type { Report } from './report.ts'

type Scope = { location?: string }

export const reportPage = ({ call: endpoint, list }: Report, filter: object, scope: Scope) =>
  queryOptions({
    queryKey: ['reports', list, 'page', filter, scope],
    meta: { live: ['asset'], rows: 'rows' },
    queryFn: ({ signal }) => call(endpoint, { query: { ...scope, ...filter } }, { signal }),
    select: (reply) => pageOf('rows')<object>(reply),
    placeholderData: keepPreviousData,
  })

const mostPrinted = 500

/** As many as one call answers; what is longer is a file to export. */
export const printedReport = ({ call: endpoint, list }: Report, filter: object, scope: Scope) =>
  queryOptions({
    queryKey: ['reports', list, 'printed', filter, scope],
    meta: { live: [] },
    queryFn: ({ signal }) =>
      call(endpoint, { query: { ...scope, ...filter, size: mostPrinted } }, { signal }),
    select: (reply) => pageOf('rows')<object>(reply),
  })

const mostOffered = 50

/** Places of one kind whose name holds the text, in a city or below another place. */
export const placesOfKind = (
  kind: PlaceKind,
  search: string,
  under: { location?: string; parentId?: string },
) =>
  queryOptions({
    queryKey: ['masters', kind, 'offered', search, under],
    meta: { live: ['place'] },
    queryFn: async ({ signal }) => {
      const query = { search, size: mostOffered, ...under }
      return (await call(masters.list, { params: { kind }, query }, { signal })).records
    },
    placeholderData: keepPreviousData,
  })
