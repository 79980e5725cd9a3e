import { assets, legacyAssetPaths } from './assets/assets.ts'
import { assetBin } from './assets/bin.ts'
import { assetBulk } from './assets/bulk.ts'
import { assetHistory } from './assets/history.ts'
import { assetTags } from './assets/tags.ts'
import { audit } from './audit.ts'
import { auditor } from './auditor.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { certificateChecks, certificateLinks, certificates } from './certificates/certificates.ts'
import { covers } from './covers.ts'
import { dashboard } from './dashboard.ts'
import { deadLetters } from './dead-letters.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { floors } from './floors.ts'
import { handhelds } from './handhelds.ts'
import { help } from './help.ts'
import { accessRequests } from './identity/access-requests.ts'
import { directories } from './identity/directories.ts'
import { directorySignIn } from './identity/directory-sign-in.ts'
import { emailChanges } from './identity/email-changes.ts'
import { passwords } from './identity/passwords.ts'
import { programs } from './identity/programs.ts'
import { roles } from './identity/roles.ts'
import { secondFactor, secondSteps } from './identity/second-factor.ts'
import { sessions } from './identity/sessions.ts'
import { userSessions } from './identity/user-sessions.ts'
import { users } from './identity/users.ts'
import { imports } from './imports.ts'
import { counting } from './inventories/counting.ts'
import { inventories } from './inventories/inventories.ts'
import { investigations } from './inventories/investigations.ts'
import { programmes } from './inventories/programmes.ts'
import { inventoryReview, unknownTags } from './inventories/review.ts'
import { live } from './live.ts'
import { masters } from './masters.ts'
import { notifications } from './notifications.ts'
import { ownFieldDefinitions, ownFieldGroups } from './own-fields/definitions.ts'
import { ownFields } from './own-fields/own-fields.ts'
import { papers, paperUploads } from './papers.ts'
import { placeTree } from './place-tree.ts'
import { places } from './places.ts'
import { printJobs } from './print-jobs.ts'
import { printers } from './printers.ts'
import { readers } from './readers.ts'
import type { ShownKind } from './record-kinds.ts'
import { reports } from './reports.ts'
import { securityFeed } from './security-feed.ts'
import { shopGroups } from './shop/shop.ts'
import { sightings } from './sightings.ts'
import { stateChanges } from './state-changes.ts'
import { system } from './system.ts'
import { tagNumbers } from './tag-series.ts'
import { taggingDrives } from './tagging/tagging.ts'
import { tagging } from './tagging/work.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'

type Kinds = { reads?: readonly ShownKind[]; writes?: readonly ShownKind[] }

/** Every endpoint of the product, in groups. */
const groups = {
  system,
  sessions,
  secondSteps,
  secondFactor,
  passwords,
  emailChanges,
  users,
  userSessions,
  roles,
  programs,
  accessRequests,
  directories,
  directorySignIn,
  places,
  placeTree,
  floors,
  masters,
  assets,
  legacyAssetPaths,
  assetHistory,
  assetTags,
  assetBulk,
  assetBin,
  covers,
  bulkJobs,
  imports,
  stateChanges,
  help,
  inventories,
  counting,
  inventoryReview,
  investigations,
  programmes,
  certificates,
  certificateLinks,
  certificateChecks,
  unknownTags,
  tagNumbers,
  taggingDrives,
  tagging,
  printers,
  handhelds,
  printJobs,
  readers,
  deadLetters,
  sightings,
  notifications,
  audit,
  auditor,
  securityFeed,
  dashboard,
  exports,
  reports,
  views,
  webhooks,
  ownFields,
  ownFieldDefinitions,
  ownFieldGroups,
  papers,
  paperUploads,
  live,
  ...shopGroups,
} satisfies Record<string, Record<string, Endpoint & Kinds>>

export const endpoints: Record<string, Record<string, Endpoint>> = groups

export type EndpointGroup = keyof typeof groups
/** The names of endpoints, such as `masters.list`: those of one group, or all. */
export type EndpointName<Group extends EndpointGroup = EndpointGroup> = {
  [Name in Group]: `${Name}.${keyof (typeof groups)[Name] & string}`
}[Group]

export const namedEndpoints = Object.entries(endpoints).flatMap(([group, list]) =>
  Object.entries(list).map(([name, endpoint]) => ({ key: `${group}.${name}` as EndpointName, endpoint })),
)
