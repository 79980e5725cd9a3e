// Why it is built this way: docs/decisions/023-declared-once.md

import { certificateKinds } from './certificates/kinds.ts'
import { userActions } from './identity/user-actions.ts'
import { verificationKinds } from './inventories/kinds.ts'
import { labelKinds } from './label-kinds.ts'
import { type FlatKind, flatMasters } from './masters.ts'
import { assetReaders, auditReaders } from './permissions.ts'
import { placeKinds } from './places.ts'
import { type Kind, kind } from './record-kind.ts'
import { shopKinds } from './shop/kinds.ts'
import { tagKinds } from './tagging/kinds.ts'

/** On every kind of `paperKinds`: the entry has the name and the SHA-256 of the paper. */
const paperActions = ['paper-added', 'paper-removed', 'paper-renamed', 'paper-infected'] as const

const onMasters = ['created', 'changed', 'deleted', 'merged', ...paperActions] as const

const ofMaster = <Name extends FlatKind>(name: Name) =>
  kind({
    table: flatMasters[name].table,
    name: 'name',
    actions: onMasters,
    seenWith: null,
    within: 'all',
    exports: [name],
    screen: null,
  })

const ofMasters = Object.fromEntries(
  (Object.keys(flatMasters) as FlatKind[]).map((name) => [name, ofMaster(name)]),
) as { [Name in FlatKind]: ReturnType<typeof ofMaster<Name>> }

/** Every kind of record in the ledger. */
export const kinds = {
  user: kind({
    table: 'users',
    name: 'full_name',
    actions: userActions,
    seenWith: 'user-management',
    within: 'person',
    exports: ['users'],
    screen: { path: '/dashboard/$location/users/$id' },
  }),
  role: kind({
    table: 'roles',
    name: 'name',
    actions: ['created', 'changed', 'deleted'],
    seenWith: 'user-management',
    within: 'all',
    exports: ['roles'],
    screen: { path: '/dashboard/$location/view-roles/$id' },
  }),
  program: kind({
    table: 'users',
    name: 'full_name',
    actions: ['created', 'changed', 'key-replaced', 'revoked'],
    seenWith: 'user-management',
    within: 'person',
    exports: [],
    screen: null,
  }),
  'access-request': kind({
    table: 'access_requests',
    name: 'name',
    actions: ['created', 'changed', 'approved', 'rejected'],
    seenWith: 'user-management',
    within: 'place',
    exports: [],
    screen: null,
  }),
  directory: kind({
    table: 'directories',
    name: 'name',
    actions: [
      ...(['added', 'changed', 'removed'] as const),
      ...(['mapping-added', 'mapping-changed', 'mapping-removed', 'mapping-confirmed'] as const),
    ],
    // Entries name no place, so only people who see every place see them.
    seenWith: 'user-management',
    within: 'place',
    exports: [],
    screen: null,
  }),
  place: kind({
    table: 'places',
    name: 'name',
    actions: onMasters,
    seenWith: null,
    within: 'place',
    exports: placeKinds,
    screen: null,
  }),
  floor: kind({
    table: 'floors',
    name: 'name',
    actions: ['created', 'changed', 'drawn', 'picture-changed', 'deleted'],
    seenWith: null,
    within: 'place',
    exports: [],
    screen: { path: '/dashboard/$location/floors/$id' },
  }),
  ...ofMasters,
  asset: kind({
    table: 'assets',
    name: 'number',
    actions: [
      'registered',
      'changed',
      ...(['tag-expected', 'tag-replaced', 'tag-confirmed', 'tag-lost'] as const),
      ...(['label-printed', 'label-voided'] as const),
      'rental-ending',
      'field-due',
      'covered',
      'uncovered',
      'left-property',
      'seen-elsewhere',
      'deleted',
      'restored',
      ...paperActions,
    ],
    // People who manage no assets see them in Deleted Assets and in reports.
    seenWith: assetReaders,
    within: 'place',
    tellsOfAssets: true,
    exports: ['assets', 'deleted-assets'],
    screen: {
      path: '/dashboard/$location/manage-asset/view-assets',
      search: 'asset',
      showsDeleted: true,
    },
  }),
  'state-change': kind({
    table: 'state_changes',
    name: 'number',
    actions: ['requested', 'accepted', 'denied', 'undone', 'cancelled', 'stale', ...paperActions],
    seenWith: assetReaders,
    within: 'place',
    tellsOfAssets: true,
    exports: ['state-changes'],
    screen: { path: '/dashboard/asset-state-change', search: 'request' },
  }),
  cover: kind({
    table: 'covers',
    name: 'name',
    actions: [
      ...(['created', 'changed', 'ended', 'cancelled', 'renewed', 'deleted'] as const),
      ...(['assets-added', 'assets-removed', 'ending'] as const),
      ...paperActions,
    ],
    // An entry is in the lowest place that contains all assets it is about.
    seenWith: assetReaders,
    within: 'place',
    tellsOfAssets: true,
    exports: ['covers'],
    screen: { path: '/dashboard/$location/manage-asset/covers/$id' },
  }),
  'help-request': kind({
    table: 'help_requests',
    name: 'subject',
    actions: ['opened', 'continued', 'answered', 'closed', 'reopened'],
    seenWith: 'user-management',
    within: 'place',
    exports: [],
    screen: { path: '/dashboard/$location/help-desk/$id' },
  }),
  inventory: kind({
    table: 'inventories',
    name: 'readable_id',
    actions: [
      ...(['planned', 'changed', 'started', 'counted', 'reads-undone', 'due-soon', 'overdue'] as const),
      ...(['reviewed', 'recounted', 'approved', 'cancelled'] as const),
      ...(['read-late', 'late-included', 'late-left-out', 'followed-up'] as const),
      'exception-allowed',
      ...paperActions,
    ],
    seenWith: 'reports',
    within: 'place',
    exports: ['inventories', 'inventory-items'],
    screen: { path: '/dashboard/physical-inventory/$id' },
  }),
  ...certificateKinds,
  'unknown-tag': kind({
    table: 'unknown_tags',
    name: 'tag',
    actions: ['ignored', 'taken-up'],
    seenWith: assetReaders,
    within: 'place',
    tellsOfAssets: true,
    exports: ['unknown-tags'],
    screen: null,
  }),
  paper: kind({
    table: 'papers',
    name: 'name',
    // Additions and removals are entries of the record.
    actions: ['infected'],
    seenWith: null,
    within: 'own',
    exports: [],
    screen: null,
  }),
  reader: kind({
    table: 'readers',
    name: 'name',
    actions: [
      'added',
      'changed',
      'read-points-changed',
      'credentials-made',
      'credentials-revoked',
      'removed',
      'replayed',
      'discarded',
      'silent',
    ],
    seenWith: 'manage-asset',
    within: 'place',
    exports: [],
    screen: { path: '/dashboard/$location/readers/$id' },
  }),
  import: kind({
    table: 'imports',
    name: 'file_name',
    actions: ['uploaded', 'checked', 'applied', 'finished', 'failed', 'cancelled', 'undone', 'forgotten'],
    seenWith: null,
    within: 'own',
    exports: [],
    screen: null,
  }),
  export: kind({
    table: 'exports',
    name: 'list',
    actions: ['created', 'finished', 'failed', 'cancelled'],
    seenWith: null,
    within: 'own',
    exports: [],
    screen: null,
  }),
  'saved-view': kind({
    table: 'saved_views',
    name: 'name',
    actions: ['created', 'changed', 'deleted', 'mailed'],
    seenWith: null,
    within: 'own',
    exports: [],
    screen: null,
  }),
  webhook: kind({
    table: 'webhooks',
    name: 'name',
    actions: ['created', 'changed', 'secret-changed', 'replayed', 'failing', 'deleted'],
    seenWith: auditReaders,
    within: 'own',
    exports: [],
    screen: { path: '/dashboard/$location/webhooks/$id' },
  }),
  'own-field': kind({
    table: 'own_fields',
    name: 'label',
    actions: [
      ...(['created', 'changed', 'retired', 'brought-back', 'index-ready', 'index-failed'] as const),
      ...(['group-added', 'group-changed', 'group-deleted'] as const),
    ],
    seenWith: ['master', ...auditReaders],
    within: 'all',
    exports: [],
    screen: null,
  }),
  ...verificationKinds,
  ...tagKinds,
  ...labelKinds,
  'bulk-job': kind({
    table: 'bulk_jobs',
    name: 'work',
    actions: ['started', 'finished', 'failed', 'cancelled'],
    seenWith: null,
    within: 'own',
    exports: [],
    screen: null,
  }),
  ...shopKinds,
} as const satisfies Record<string, Kind>

export type RecordKind = keyof typeof kinds
/** What a screen shows: records of a kind, or the notifications of the person. */
export type ShownKind = RecordKind | 'notifications'
export type RecordAction = { [K in RecordKind]: `${K}.${(typeof kinds)[K]['actions'][number]}` }[RecordKind]
export type RecordExport = (typeof kinds)[RecordKind]['exports'][number]

export const recordKinds = Object.keys(kinds) as [RecordKind, ...RecordKind[]]

/** The declaration of a kind named in stored or received data; undefined if this version does not know it. */
export const kindNamed = (name: string): Kind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as RecordKind] : undefined

export const actionsOf = (name: RecordKind) =>
  kinds[name].actions.map((action) => `${name}.${action}` as RecordAction)
