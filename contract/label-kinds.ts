import { auditReaders } from './permissions.ts'
import { kind } from './record-kind.ts'

/** Kinds of record about tag numbers and printed labels. */
export const labelKinds = {
  'tag-series': kind({
    table: 'tag_series',
    name: 'name',
    actions: ['created', 'changed', 'retired', 'brought-back', 'block-reserved', 'number-voided'],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    ...({ exports: [], screen: null } as const),
  }),
  printer: kind({
    table: 'printers',
    name: 'name',
    actions: ['added', 'changed', 'retired', 'brought-back'],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    ...({ exports: [], screen: null } as const),
  }),
  'print-job': kind({
    table: 'print_jobs',
    name: 'design',
    actions: ['started', 'stopped', 'continued', 'finished', 'failed'],
    seenWith: null,
    within: 'own',
    ...({ exports: [], screen: null } as const),
  }),
} as const
