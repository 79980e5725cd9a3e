import type { Export } from '@ats/contract/exports.ts'
import { ago, idOf } from './listed.ts'

export const exported = (given: Partial<Export> = {}): Export => ({
  ...{ id: idOf(1), list: 'brand', format: 'xlsx', status: 'writing', rows: 1200, total: 5000 },
  ...{ message: null, code: null, by: 'Asha Verma', mine: true, createdAt: ago(60), finishedAt: null },
  ...{ filters: [], ...given },
})
