export const permissions = ['user-management', 'master', 'manage-asset', 'reports'] as const
export type Permission = (typeof permissions)[number]

/**
 * Who may call an endpoint: anyone, any person who is signed in, any person or program (`authenticated`), or
 * those of them with one permission or any of several.
 */
export type Access = Permission | readonly Permission[] | 'public' | 'signed-in' | 'authenticated'

/**
 * Assets are visible to people who manage them and to people who read reports, because a row of a report
 * leads to its asset.
 */
export const assetReaders = ['manage-asset', 'reports'] as const
/** The ledger is visible to people who manage users and to auditors; each sees the entries within their scope. */
export const auditReaders = ['user-management', 'reports'] as const

export const isAllowed = (access: Access, held: readonly Permission[]): boolean => {
  if (access === 'public' || access === 'signed-in' || access === 'authenticated') return true
  return typeof access === 'string' ? held.includes(access) : access.some((one) => held.includes(one))
}
