import type { ReaderAdapter, ReaderMapping } from '@ats/contract/readers.ts'
import { impinjReads } from './impinj.ts'
import { mappedReads } from './mapped.ts'
import type { Adapter } from './read.ts'
import { speedwayReads } from './speedway.ts'
import { zebraFxReads, zebraRfdReads } from './zebra.ts'

const fixed: Record<Exclude<ReaderAdapter, 'mapped'>, Adapter> = {
  impinj: impinjReads,
  'zebra-fx': zebraFxReads,
  'zebra-rfd': zebraRfdReads,
  speedway: speedwayReads,
}

const understandsNothing: Adapter = () => ({ reads: [], ignored: 0, wrong: 1 })

/** The adapter of a reader; `received` is the time for reads without one. */
export function adapterOf(adapter: ReaderAdapter, mapping: ReaderMapping | null, received: string): Adapter {
  if (adapter !== 'mapped') return fixed[adapter]
  return mapping === null ? understandsNothing : mappedReads(mapping, received)
}

const neededFields: Record<Exclude<ReaderAdapter, 'mapped'>, string[]> = {
  impinj: ['tagInventoryEvent.epcHex', 'timestamp'],
  'zebra-fx': ['data.idHex', 'timestamp'],
  'zebra-rfd': ['data.tagData[].EPC', 'timestamp'],
  speedway: ['epc', 'firstSeenTimestamp'],
}

/** The paths without which a message of this reader has no read. */
export function fieldsNeeded(adapter: ReaderAdapter, mapping: ReaderMapping | null): string[] {
  if (adapter !== 'mapped') return neededFields[adapter]
  const above = mapping?.list === undefined ? '' : `${mapping.list}[].`
  return [mapping?.tag, mapping?.time].flatMap((path) => (path === undefined ? [] : [above + path]))
}

/** How many events in a message report lost reads, as Impinj readers send them. */
export function overflowsIn(payload: unknown): number {
  const parts = Array.isArray(payload) ? payload : [payload]
  return parts.filter(
    (part) => typeof part === 'object' && part !== null && Object.hasOwn(part, 'overflowEvent'),
  ).length
}
