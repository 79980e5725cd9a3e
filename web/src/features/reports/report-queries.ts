import { masters } from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type PageOf, pageOf } from '#kernel/http/page-of.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import type { Report } from './report.ts'

type Scope = { location?: string }

export const reportPage = ({ call: endpoint }: Report, filter: object, scope: Scope) =>
  listQuery(endpoint, { query: { ...scope, ...filter } }, { select: (page): PageOf<object> => page })

const mostPrinted = 500

/** Limited to what one request returns; longer reports have to be exported. */
export const printedReport = ({ call: endpoint }: Report, filter: object, scope: Scope) =>
  query(
    endpoint,
    { query: { ...scope, ...filter, size: mostPrinted } },
    { reads: [], select: (reply) => pageOf('rows')<object>(reply) },
  )

const mostOffered = 50

/** Places of one kind whose name contains the text, in a city or below another place. */
export const placesOfKind = (
  kind: PlaceKind,
  search: string,
  under: { location?: string; parentId?: string },
) =>
  query(
    masters.list,
    { params: { kind }, query: { search, size: mostOffered, ...under } },
    { reads: ['place'], select: (reply) => reply.records },
  )
