import { assets, legacyAssetPaths } from './assets/assets.ts'
import { assetUpkeep } from './assets/upkeep.ts'
import { audit } from './audit.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { accessRequests } from './identity/access-requests.ts'
import { passwords } from './identity/passwords.ts'
import { roles } from './identity/roles.ts'
import { sessions } from './identity/sessions.ts'
import { users } from './identity/users.ts'
import { imports } from './imports.ts'
import { live } from './live.ts'
import { masters } from './masters.ts'
import { notifications } from './notifications.ts'
import { places } from './places.ts'
import { stateChanges } from './state-changes.ts'
import { system } from './system.ts'

/** Every endpoint of the product. What is not listed here does not exist. */
export const endpoints: Record<string, Record<string, Endpoint>> = {
  system,
  sessions,
  passwords,
  users,
  roles,
  accessRequests,
  places,
  masters,
  assets,
  legacyAssetPaths,
  assetUpkeep,
  bulkJobs,
  imports,
  stateChanges,
  notifications,
  audit,
  dashboard,
  exports,
  live,
}
