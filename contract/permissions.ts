export const permissions = ['user-management', 'master', 'manage-asset', 'reports'] as const
export type Permission = (typeof permissions)[number]

/** Who may call an endpoint: anyone, anyone signed in, or holders of one permission. */
export type Access = Permission | 'public' | 'signed-in'
