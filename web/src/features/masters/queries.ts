import {
  isPlace,
  type Master,
  type MasterChange,
  type MasterKind,
  masterFilter,
  masters,
  type NewMaster,
} from '@ats/contract/masters.ts'
import { type Place, type PlaceKind, places } from '@ats/contract/places.ts'
import { type RecordKind, recordKindOf } from '@ats/contract/record-kinds.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'
import { type PageOf, pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

export const masterListFilter = masterFilter
  .omit({ location: true, parentId: true, around: true })
  .extend(tableSize)
type ListFilter = z.output<typeof masterListFilter>

/** Only what is in one city, or only what hangs under one record; `around` opens at the page that holds a record. */
export type Narrowing = { location?: string; parentId?: string; around?: string }

/** A record with its number in the list. */
export type MasterRow = Master & { slNo: number }

const numbered = (page: PageOf<Master>): PageOf<MasterRow> => ({
  ...page,
  rows: page.rows.map((row, index) => ({ ...row, slNo: page.from + index })),
})

/** Whatever may point at them, too: their uses are counted. */
const usedBy = (kind: MasterKind): RecordKind[] => [
  recordKindOf(kind),
  'asset',
  'bulk-job',
  ...(isPlace(kind) ? ['user' as const] : []),
  ...(kind === 'asset-state' ? ['state-change' as const] : []),
]

export const masterList = (kind: MasterKind, filter: ListFilter, narrowing: Narrowing) =>
  queryOptions({
    queryKey: ['masters', kind, 'list', filter, narrowing],
    meta: { live: usedBy(kind), rows: 'records' },
    queryFn: ({ signal }) =>
      call(masters.list, { params: { kind }, query: { ...filter, ...narrowing } }, { signal }),
    select: (reply) => numbered(pageOf('records')(reply)),
    placeholderData: keepPreviousData,
  })

/** A record as a select offers it; `path` is where it hangs, empty at the top. */
export type Choice = { id: string; name: string; path: string }

const choiceOf = ({ _id, name, names }: Place): Choice => ({
  id: _id,
  name,
  path: names.slice(0, -1).join(' > '),
})

async function placeChoices(query: z.input<typeof places.search.query>, signal: AbortSignal) {
  return (await call(places.search, { query }, { signal })).places.map(choiceOf)
}

type Search = { text: string; location?: string }

export const masterChoices = (kind: MasterKind, { text: search, ...scope }: Search) =>
  queryOptions({
    queryKey: ['masters', kind, 'choices', search, scope],
    meta: { live: [recordKindOf(kind)] },
    queryFn: async ({ signal }): Promise<Choice[]> => {
      if (isPlace(kind)) return placeChoices({ kind, search, ...scope }, signal)
      const query = { search, size: 50 }
      return (await call(masters.list, { params: { kind }, query }, { signal })).records
    },
    placeholderData: keepPreviousData,
  })

/** One place by its id; null where there is none within scope. */
export const placeById = (kind: PlaceKind, id: string) =>
  queryOptions({
    queryKey: ['masters', kind, 'one', id],
    meta: { live: ['place'] },
    queryFn: async ({ signal }) => (await placeChoices({ kind, id }, signal))[0] ?? null,
  })

const touched = [['masters'], ['places'], ['assets'], ['dashboard'], ['users'], ['me'], ['bulk-jobs']]

/** The names and places of the masters show in assets, in counts and with people. */
export function useMasterChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSettled: renew })
}

export const useAddMaster = (kind: MasterKind) =>
  useMasterChange((body: NewMaster) => call(masters.create, { params: { kind }, body }))

export const useChangeMaster = (kind: MasterKind) =>
  useMasterChange(({ id, ...body }: MasterChange & { id: string }) =>
    call(masters.update, { params: { kind, id }, body }),
  )

export const useDeleteMaster = (kind: MasterKind) =>
  useMasterChange((id: string) => call(masters.remove, { params: { kind, id } }))

export const useMergeMaster = (kind: MasterKind) =>
  useMasterChange(({ id, into }: { id: string; into: string }) =>
    call(masters.merge, { params: { kind, id }, body: { into } }),
  )
