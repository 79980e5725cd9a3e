export const permissions = ['user-management', 'master', 'manage-asset', 'reports'] as const
export type Permission = (typeof permissions)[number]

/** Who may call an endpoint: anyone, anyone signed in, or holders of one permission or of any of several. */
export type Access = Permission | readonly Permission[] | 'public' | 'signed-in'

/** Assets are read by those who manage them, and by those who read reports: a row of a report leads to its asset. */
export const assetReaders = ['manage-asset', 'reports'] as const
/** The ledger is read by those who manage people, and by auditors; each reads what they may know of. */
export const auditReaders = ['user-management', 'reports'] as const

export const isAllowed = (access: Access, held: readonly Permission[]): boolean => {
  if (access === 'public' || access === 'signed-in') return true
  return typeof access === 'string' ? held.includes(access) : access.some((one) => held.includes(one))
}
