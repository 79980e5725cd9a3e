import type { TagBlock, TagSeries } from '@ats/contract/tag-series.ts'
import { idOf } from './listed.ts'

const at = '2026-11-16T09:30:00.000Z'

/** A series of GIAI-96, from which 100 numbers are reserved. */
export const tagSeriesNumbered = (number: number, given: Partial<TagSeries> = {}): TagSeries => ({
  ...{ id: idOf(number), name: `Labels ${number}`, scheme: 'giai', companyPrefix: '890123456', filter: 0 },
  ...{ itemReference: null, organisation: null, firstSerial: '1', nextSerial: '101', lastSerial: '9999' },
  ...{ left: '9899', nextTag: '340CD438B40000000000065', voided: 0, retired: false, createdBy: 'Asha Rao' },
  ...{ createdAt: at, version: 1 },
  ...given,
})

export const tagBlockNumbered = (number: number, given: Partial<TagBlock> = {}): TagBlock => ({
  ...{
    id: idOf(number),
    firstSerial: '1',
    lastSerial: '3',
    count: 3,
    reservedBy: 'Asha Rao',
    reservedAt: at,
  },
  ...{ firstTag: '340CD438B400000000000001', lastTag: '340CD438B400000000000003' },
  ...given,
})
