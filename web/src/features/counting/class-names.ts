import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { m } from '#texts'

export const classNames: Record<ReadClass, () => string> = {
  found: m.count_found,
  elsewhere: m.count_elsewhere,
  unknown: m.count_unknown,
  counted: m.count_counted,
}
