import { type NewProgramme, programmes } from '@ats/contract/inventories/programmes.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const programmeListFilter = programmes.list.query.omit({ location: true }).extend(tableSize)

export const programmeList = (filter: z.output<typeof programmeListFilter>, location: string | undefined) =>
  listQuery(programmes.list, { query: { ...filter, ...(location !== undefined && { location }) } })

export const programmeById = (id: string, asOf: string | undefined) =>
  query(
    programmes.get,
    { params: { id }, query: asOf === undefined ? {} : { asOf } },
    { keepsPrevious: true },
  )

const inBackground = { inBackground: true }

export const useCreateProgramme = () =>
  useChange(programmes.create, (body: NewProgramme) => ({ body })).mutateAsync
export const useRetire = (id: string) =>
  useChange(programmes.retire, (version: number) => ({ params: { id }, body: { version } }), inBackground)
    .mutateAsync
export const usePlanLine = (id: string) =>
  useChange(programmes.plan, (lineId: string) => ({ params: { id, lineId } }), inBackground).mutateAsync
