import type { EndpointName } from '@ats/contract/endpoints.ts'
import type { Access } from '@ats/contract/permissions.ts'

const assetReaders = ['manage-asset', 'reports'] as const
const paperReaders = ['master', 'manage-asset', 'reports'] as const

/** Who may call the endpoints of fields, papers and covers; a part of `permissionRows`. */
export const recordPermissionRows = {
  'covers.list': assetReaders,
  'covers.create': 'manage-asset',
  'covers.get': assetReaders,
  'covers.change': 'manage-asset',
  'covers.remove': 'manage-asset',
  'covers.end': 'manage-asset',
  'covers.cancel': 'manage-asset',
  'covers.renew': 'manage-asset',
  'covers.assets': assetReaders,
  'covers.addAssets': 'manage-asset',
  'covers.removeAssets': 'manage-asset',
  'ownFields.list': 'authenticated',
  'ownFields.schema': 'authenticated',
  'ownFieldDefinitions.list': 'master',
  'ownFieldDefinitions.create': 'master',
  'ownFieldDefinitions.change': 'master',
  'ownFieldDefinitions.retire': 'master',
  'ownFieldDefinitions.bringBack': 'master',
  'ownFieldDefinitions.uses': 'master',
  'ownFieldDefinitions.order': 'master',
  'ownFieldDefinitions.sets': 'master',
  'ownFieldDefinitions.addSet': 'master',
  'ownFieldGroups.create': 'master',
  'ownFieldGroups.change': 'master',
  'ownFieldGroups.remove': 'master',
  'papers.list': paperReaders,
  'papers.find': paperReaders,
  'papers.file': paperReaders,
  'papers.thumbnail': paperReaders,
  'papers.rename': ['master', 'manage-asset'],
  'papers.attach': ['master', 'manage-asset'],
  'papers.detach': ['master', 'manage-asset'],
  'paperUploads.begin': ['master', 'manage-asset'],
  'paperUploads.get': ['master', 'manage-asset'],
  'paperUploads.send': ['master', 'manage-asset'],
  'paperUploads.complete': ['master', 'manage-asset'],
} as const satisfies Partial<Record<EndpointName, Access>>
