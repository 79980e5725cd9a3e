/** Why somebody cannot approve an inventory that is under review: the code of the problem that approving returns. */
export const approvalRefusals = [
  'inventory-counted-yourself',
  'inventory-counters-count',
  'inventory-proposed-yourself',
  'inventory-nothing-counted',
  'inventory-late-reads',
] as const
export type ApprovalRefusal = (typeof approvalRefusals)[number]
