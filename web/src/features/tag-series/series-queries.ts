import {
  type NewTagSeries,
  type NewVoidTag,
  type TagSeriesChange,
  tagNumbers,
} from '@ats/contract/tag-series.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const seriesList = query(tagNumbers.list, {}, { select: (reply) => reply.series })

/** As many as a dialog shows. */
const size = 50
export const blocksOf = (id: string) => query(tagNumbers.blocks, { params: { id }, query: { size } })
export const voidsOf = (id: string) => query(tagNumbers.voids, { params: { id }, query: { size } })

const of = (id: string) => ({ params: { id } })
const inBackground = { inBackground: true }

export const useCreateSeries = () =>
  useChange(tagNumbers.create, (body: NewTagSeries) => ({ body })).mutateAsync
export const useChangeSeries = (id: string) =>
  useChange(tagNumbers.change, (body: TagSeriesChange) => ({ ...of(id), body })).mutateAsync
export const useReserve = (id: string) =>
  useChange(tagNumbers.reserve, (count: number) => ({ ...of(id), body: { count } })).mutateAsync
export const useVoidNumber = (id: string) =>
  useChange(tagNumbers.void, (body: NewVoidTag) => ({ ...of(id), body })).mutateAsync

type Step = { id: string; version?: number }
const step = ({ id, ...body }: Step) => ({ ...of(id), body })
export const useRetireSeries = () => useChange(tagNumbers.retire, step, inBackground).mutateAsync
export const useBringBackSeries = () => useChange(tagNumbers.bringBack, step, inBackground).mutateAsync
