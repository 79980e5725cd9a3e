import { auditReaders } from '../permissions.ts'
import { kind } from '../record-kind.ts'

/** The kinds of records about tags. */
export const tagKinds = {
  'tag-series': kind({
    table: 'tag_series',
    name: 'name',
    actions: ['created', 'changed', 'retired', 'brought-back', 'block-reserved', 'number-voided'],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    exports: [],
    screen: null,
  }),
  'tagging-drive': kind({
    table: 'tagging_drives',
    name: 'name',
    actions: ['started', 'changed', 'closed', 'asset-excepted', 'tag-checked'],
    seenWith: 'manage-asset',
    within: 'place',
    tellsOfAssets: true,
    exports: [],
    screen: { path: '/dashboard/$location/tagging/$id' },
  }),
}
