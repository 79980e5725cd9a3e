/** Why a person cannot approve an inventory under review: the error code that approving returns. */
export const approvalRefusals = [
  'inventory-counted-yourself',
  'inventory-counters-count',
  'inventory-proposed-yourself',
  'inventory-planned-yourself',
  'inventory-account-yours',
  'inventory-printed-yourself',
  'inventory-tagged-yourself',
  'inventory-not-approver',
  'inventory-too-little-counted',
  'inventory-nothing-counted',
  'inventory-late-reads',
] as const
export type ApprovalRefusal = (typeof approvalRefusals)[number]
