import { auditReaders } from '@ats/contract/permissions.ts'
import { m } from '#texts'
import { screen } from './screen.ts'

export const administration = {
  '/dashboard/$location/users': screen({
    title: m.users_title,
    permission: 'user-management',
    listed: { admin: m.nav_view_user },
    load: async () => (await import('#features/identity/users/users-list.tsx')).UserList,
  }),
  '/dashboard/$location/users/create-user': screen({
    title: m.users_new_title,
    permission: 'user-management',
    listed: { admin: m.nav_user_registration },
    load: async () => (await import('#features/identity/users/user-new.tsx')).NewUser,
  }),
  '/dashboard/$location/users/$id': screen({
    title: m.users_edit_title,
    permission: 'user-management',
    listed: {},
    load: async () => (await import('#features/identity/users/user-edit.tsx')).EditUser,
  }),
  '/dashboard/$location/view-roles': screen({
    title: m.roles_title,
    permission: 'user-management',
    listed: { admin: m.nav_view_role },
    load: async () => (await import('#features/identity/roles/roles-list.tsx')).RolesList,
  }),
  '/dashboard/$location/view-roles/$id': screen({
    title: m.roles_edit_title,
    permission: 'user-management',
    listed: {},
    load: async () => (await import('#features/identity/roles/role-edit.tsx')).EditRole,
  }),
  '/dashboard/$location/add-role': screen({
    title: m.roles_new_title,
    permission: 'user-management',
    onlyEverywhere: true,
    listed: { admin: m.nav_add_role },
    load: async () => (await import('#features/identity/roles/role-add.tsx')).AddRole,
  }),
  '/dashboard/$location/programs': screen({
    title: m.programs_title,
    permission: 'user-management',
    listed: { admin: m.programs_title },
    load: async () => (await import('#features/identity/programs/programs-list.tsx')).Programs,
  }),
  '/dashboard/$location/directories': screen({
    title: m.directories_title,
    permission: 'user-management',
    onlyEverywhere: true,
    listed: { admin: m.directories_title },
    load: async () => (await import('#features/identity/directories/directories-list.tsx')).Directories,
  }),
  '/dashboard/$location/change-password': screen({
    title: m.password_title,
    permission: 'signed-in',
    listed: { admin: m.nav_change_my_password, you: m.nav_change_my_password },
    load: async () => (await import('#features/identity/sign-in/change-password.tsx')).ChangePassword,
  }),
  '/dashboard/$location/audit-log': screen({
    title: m.audit_title,
    permission: auditReaders,
    listed: { admin: m.nav_audit_log, report: m.nav_audit_log },
    load: async () => (await import('#features/audit/audit-log.tsx')).AuditLog,
  }),
  '/dashboard/$location/security': screen({
    title: m.security_title,
    permission: auditReaders,
    listed: { admin: m.security_title, report: m.security_title },
    load: async () => (await import('#features/audit/security-log.tsx')).SecurityLog,
  }),
  '/dashboard/$location/webhooks': screen({
    title: m.webhooks_title,
    permission: auditReaders,
    listed: { admin: m.webhooks_title, report: m.webhooks_title },
    load: async () => (await import('#features/webhooks/webhooks-list.tsx')).Webhooks,
  }),
  '/dashboard/$location/webhooks/$id': screen({
    title: m.webhooks_one_title,
    permission: auditReaders,
    listed: {},
    load: async () => (await import('#features/webhooks/webhook-page.tsx')).WebhookPage,
  }),
}
