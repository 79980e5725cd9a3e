import { lazyRouteComponent } from '@tanstack/react-router'
import type { notAvailableYet } from './not-available-yet.ts'

/** The screens that exist, by their path below /dashboard or /dashboard/{location}; each is loaded when opened. */
const screens = {
  '/': lazyRouteComponent(() => import('#features/dashboard/dashboard.tsx'), 'Dashboard'),
  'masters/mm-master': lazyRouteComponent(() => import('#features/masters/master-page.tsx'), 'MmMaster'),
  'masters/property-master': lazyRouteComponent(
    () => import('#features/masters/master-page.tsx'),
    'PropertyMaster',
  ),
  'masters/aou-master': lazyRouteComponent(() => import('#features/masters/master-page.tsx'), 'AouMaster'),
  'masters/asset-name-master': lazyRouteComponent(
    () => import('#features/masters/master-page.tsx'),
    'AssetNameMaster',
  ),
  'masters/city-master': lazyRouteComponent(() => import('#features/masters/master-page.tsx'), 'CityMaster'),
  'masters/asset-state-master': lazyRouteComponent(
    () => import('#features/masters/master-page.tsx'),
    'AssetStateMaster',
  ),
  'masters/vendor-master': lazyRouteComponent(
    () => import('#features/masters/master-page.tsx'),
    'VendorMaster',
  ),
  'masters/brand-master': lazyRouteComponent(
    () => import('#features/masters/master-page.tsx'),
    'BrandMaster',
  ),
  users: lazyRouteComponent(() => import('#features/identity/users-list.tsx'), 'UserList'),
  'users/create-user': lazyRouteComponent(() => import('#features/identity/user-new.tsx'), 'NewUser'),
  'view-roles': lazyRouteComponent(() => import('#features/identity/roles-list.tsx'), 'RolesList'),
  'view-roles/$id': lazyRouteComponent(() => import('#features/identity/role-edit.tsx'), 'EditRole'),
  'add-role': lazyRouteComponent(() => import('#features/identity/role-add.tsx'), 'AddRole'),
  'audit-log': lazyRouteComponent(() => import('#features/audit/audit-log.tsx'), 'AuditLog'),
  'change-password': lazyRouteComponent(
    () => import('#features/identity/change-password.tsx'),
    'ChangePassword',
  ),
  profile: lazyRouteComponent(() => import('#features/identity/profile-page.tsx'), 'Profile'),
  'manage-asset/asset-registration': lazyRouteComponent(
    () => import('#features/assets/registration-form.tsx'),
    'AssetRegistration',
  ),
  'manage-asset/bulk-asset-registration': lazyRouteComponent(
    () => import('#features/imports/bulk-registration.tsx'),
    'BulkRegistration',
  ),
  'manage-asset/view-assets': lazyRouteComponent(
    () => import('#features/assets/asset-list.tsx'),
    'ViewAssets',
  ),
  'deleted-assets': lazyRouteComponent(() => import('#features/assets/deleted-list.tsx'), 'DeletedAssets'),
  'users/$id': lazyRouteComponent(() => import('#features/identity/user-edit.tsx'), 'EditUser'),
}

export type ScreenPath = keyof typeof screens | keyof typeof notAvailableYet

export function screen(path: ScreenPath) {
  return path in screens
    ? screens[path as keyof typeof screens]
    : lazyRouteComponent(() => import('./screen-to-come.tsx'), 'ScreenToCome')
}
