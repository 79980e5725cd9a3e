import type { ComponentType } from 'react'
import type { notAvailableYet } from './not-available-yet.ts'

/** The screens that exist, by their path below /dashboard or /dashboard/{location}; each is loaded when opened. */
const screens = {
  '/': async () => (await import('#features/dashboard/dashboard.tsx')).Dashboard,
  'masters/mm-master': async () => (await import('#features/masters/master-page.tsx')).MmMaster,
  'masters/property-master': async () => (await import('#features/masters/master-page.tsx')).PropertyMaster,
  'masters/aou-master': async () => (await import('#features/masters/master-page.tsx')).AouMaster,
  'masters/asset-name-master': async () =>
    (await import('#features/masters/master-page.tsx')).flatMasterPage('asset-name'),
  'masters/city-master': async () => (await import('#features/masters/master-page.tsx')).CityMaster,
  'masters/asset-state-master': async () =>
    (await import('#features/masters/master-page.tsx')).flatMasterPage('asset-state'),
  'masters/vendor-master': async () =>
    (await import('#features/masters/master-page.tsx')).flatMasterPage('vendor'),
  'masters/brand-master': async () =>
    (await import('#features/masters/master-page.tsx')).flatMasterPage('brand'),
  users: async () => (await import('#features/identity/users/users-list.tsx')).UserList,
  'users/create-user': async () => (await import('#features/identity/users/user-new.tsx')).NewUser,
  'view-roles': async () => (await import('#features/identity/roles/roles-list.tsx')).RolesList,
  'view-roles/$id': async () => (await import('#features/identity/roles/role-edit.tsx')).EditRole,
  'add-role': async () => (await import('#features/identity/roles/role-add.tsx')).AddRole,
  'audit-log': async () => (await import('#features/audit/audit-log.tsx')).AuditLog,
  'change-password': async () =>
    (await import('#features/identity/sign-in/change-password.tsx')).ChangePassword,
  notifications: async () => (await import('#features/notifications/notifications-page.tsx')).Notifications,
  exports: async () => (await import('#features/exports/exports-page.tsx')).Exports,
  profile: async () => (await import('#features/identity/profile/profile-page.tsx')).Profile,
  'manage-asset/asset-registration': async () =>
    (await import('#features/assets/register/registration-form.tsx')).AssetRegistration,
  'manage-asset/bulk-asset-registration': async () =>
    (await import('#features/imports/bulk-registration.tsx')).BulkRegistration,
  'manage-asset/view-assets': async () => (await import('#features/assets/list/asset-list.tsx')).ViewAssets,
  'manage-assets': async () => (await import('#features/state-changes/queue.tsx')).ManageAssets,
  'asset-state-change': async () =>
    (await import('#features/state-changes/request-list.tsx')).StateChangeRequests,
  'deleted-assets': async () => (await import('#features/assets/bin/deleted-list.tsx')).DeletedAssets,
  'users/$id': async () => (await import('#features/identity/users/user-edit.tsx')).EditUser,
} satisfies Record<string, () => Promise<ComponentType>>

export type ScreenPath = keyof typeof screens | keyof typeof notAvailableYet

const isThere = (path: ScreenPath): path is keyof typeof screens => path in screens

export const load = async (path: ScreenPath): Promise<ComponentType> =>
  isThere(path) ? screens[path]() : (await import('./screen-to-come.tsx')).ScreenToCome
