import {
  isPlace,
  type Master,
  type MasterChange,
  type MasterKind,
  masterFilter,
  masters,
  type NewMaster,
  recordKindOf,
} from '@ats/contract/masters.ts'
import { type Place, type PlaceKind, places } from '@ats/contract/places.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { call } from '#kernel/http/call.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const masterListFilter = masterFilter
  .omit({ location: true, parentId: true, around: true })
  .extend(tableSize)
type ListFilter = z.output<typeof masterListFilter>

/** Only records in one city, or below one record; `around` opens the page that contains a record. */
export type Narrowing = { location?: string; parentId?: string; around?: string }

/** A record with its position in the list. */
export type MasterRow = Master & { slNo: number }

const numbered = (page: PageOf<Master>): PageOf<MasterRow> => ({
  ...page,
  rows: page.rows.map((row, index) => ({ ...row, slNo: page.from + index })),
})

/** The record's own kind, and the kinds that may refer to it, because uses are counted. */
const usedBy = (kind: MasterKind): (typeof masters.list.reads)[number][] => [
  recordKindOf(kind),
  'asset',
  'bulk-job',
  ...(isPlace(kind) ? ['user' as const] : []),
  ...(kind === 'asset-state' ? ['state-change' as const] : []),
]

export const masterList = (kind: MasterKind, filter: ListFilter, narrowing: Narrowing) =>
  listQuery(
    masters.list,
    { params: { kind }, query: { ...filter, ...narrowing } },
    { reads: usedBy(kind), select: numbered },
  )

/** A record as a choice of a select; `path` is its parent's path, empty at the top. */
export type Choice = { id: string; name: string; path: string }

const choiceOf = ({ _id, name, names }: Place): Choice => ({
  id: _id,
  name,
  path: names.slice(0, -1).join(' > '),
})

type Search = { text: string; location?: string }

export const masterChoices = (kind: MasterKind, { text: search, ...scope }: Search) =>
  query(
    masters.list,
    { params: { kind }, query: { search, size: 50, ...scope } },
    {
      reads: [recordKindOf(kind)],
      fetch: async (signal): Promise<Choice[]> => {
        if (isPlace(kind))
          return (await call(places.search, { query: { kind, search, ...scope } }, { signal })).places.map(
            choiceOf,
          )
        const input = { params: { kind }, query: { search, size: 50 } }
        return (await call(masters.list, input, { signal })).records
      },
    },
  )

/** A place by its id; null if there is none within scope. */
export const placeById = (kind: PlaceKind, id: string) =>
  query(places.search, { query: { kind, id } }, { select: (reply) => reply.places.map(choiceOf)[0] ?? null })

export const useAddMaster = (kind: MasterKind) =>
  useChange(masters.create, (body: NewMaster) => ({ params: { kind }, body }))

type Changed = MasterChange & { id: string }
export const useChangeMaster = (kind: MasterKind) =>
  useChange(masters.update, ({ id, ...body }: Changed) => ({ params: { kind, id }, body }))

export const useDeleteMaster = (kind: MasterKind) =>
  useChange(masters.remove, (id: string) => ({ params: { kind, id } }))

export const useMergeMaster = (kind: MasterKind) =>
  useChange(masters.merge, ({ id, into }: { id: string; into: string }) => ({
    params: { kind, id },
    body: { into },
  }))
