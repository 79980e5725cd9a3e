import { tagNumbers } from '@ats/contract/tag-series.ts'
import { call } from '#kernel/http/call.ts'

export const requestSeries = async (signal: AbortSignal) =>
  (await call(tagNumbers.list, {}, { signal })).series
