import { useHolds } from '#kernel/address/screen.ts'

/** Whoever may only read reports sees inventories, and changes nothing. */
export const useManages = () => useHolds('manage-asset')
