import { useSession } from '#kernel/session.ts'

/** Whoever may only read reports sees inventories, and changes nothing. */
export const useManages = () => useSession()?.user.permissions.includes('manage-asset') ?? false
