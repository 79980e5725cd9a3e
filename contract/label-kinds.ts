import { auditReaders } from './permissions.ts'
import { kind } from './record-kind.ts'

const unlisted = { exports: [], screen: null } as const

/** Kinds of record about tag numbers, printed labels and handhelds. */
export const labelKinds = {
  'tag-series': kind({
    table: 'tag_series',
    name: 'name',
    actions: ['created', 'changed', 'retired', 'brought-back', 'block-reserved', 'number-voided'],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    ...unlisted,
  }),
  printer: kind({
    table: 'printers',
    name: 'name',
    actions: ['added', 'changed', 'retired', 'brought-back'],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    ...unlisted,
  }),
  handheld: kind({
    table: 'handhelds',
    name: 'name',
    actions: ['added', 'changed', 'token-made', 'revoked'],
    seenWith: 'manage-asset',
    within: 'all',
    ...unlisted,
  }),
  'print-job': kind({
    table: 'print_jobs',
    name: 'design',
    actions: ['started', 'stopped', 'continued', 'finished', 'failed'],
    seenWith: null,
    within: 'own',
    ...unlisted,
  }),
} as const
