import { useHolds } from '#kernel/address/screen.ts'

/** People who may only read reports can see inventories but not change them. */
export const useManages = () => useHolds('manage-asset')
