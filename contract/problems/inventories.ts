import { outcome, refusal } from './refusal.ts'

export const inventoryRefusals = {
  'inventory-not-found': refusal(404, 'Inventory not found'),
  'inventory-not-planned': refusal(409, 'Counting has started already.'),
  'inventory-not-counting': refusal(409, 'Nothing can be counted in it now.'),
  'inventory-not-in-review': refusal(409, 'It is not under review.'),
  'inventory-closed': refusal(409, 'It is closed and cannot be changed any more.'),
  'inventory-busy': refusal(409, 'It is being started or approved. Wait until that is done.'),
  'inventory-place-open': refusal(
    409,
    'An inventory of this place, or of one above or below it, is being counted: {inventory}.',
  ),
  'inventory-place-merging': refusal(409, 'A place in it is being merged. Please wait until that is done.'),
  'inventory-blind': refusal(403, 'It is counted blind: what is expected is shown once it is approved.'),
  'inventory-not-yours': refusal(403, 'Others were chosen to count it.'),
  'inventory-items-opened': refusal(
    403,
    'You opened the items of this blind inventory, so somebody else has to count it.',
  ),
  'inventory-person-opened-items': refusal(
    409,
    'The items of this blind inventory were opened by {people}, so somebody else has to count it.',
  ),
  'inventory-counted-yourself': refusal(403, 'You counted in it, so someone else has to approve it.'),
  'inventory-counters-count': refusal(
    403,
    'You are named to count it. The person who planned it, or a manager who is not named, can do this.',
  ),
  'inventory-proposed-yourself': refusal(
    403,
    'You proposed what is to be done, so someone else has to approve it.',
  ),
  'inventory-nothing-counted': refusal(409, 'Nothing was counted in it. Cancel it instead.'),
  'inventory-reads-unsent': refusal(409, '{device} of {user} still has {unsent} reads to send.'),
  'inventory-device-silent': refusal(
    409,
    '{device} of {user} took the inventory along and has not reported since. It may hold reads.',
  ),
  'inventory-late-reads': refusal(409, 'Late reads are waiting in it. Include them or leave them out first.'),
  'inventory-person-out-of-scope': refusal(
    400,
    'This person cannot see the place, or does not manage assets.',
  ),
  'inventory-blind-people': refusal(400, 'To count blind, choose who counts.'),
  'inventory-too-many-tags': refusal(
    400,
    'These are {count} different tags. Send at most {most} in one call.',
  ),
  'inventory-place-outside': refusal(400, 'This place is not part of the inventory.'),
  'inventory-item-not-found': refusal(404, 'Item not found'),
  'resolution-not-possible': refusal(409, 'This cannot be done about such an item.'),
  'unknown-tag-not-found': refusal(404, 'Tag not found'),
  proposed: outcome('Proposed.'),
  'proposal-withdrawn': outcome('Withdrawn.'),
  ignored: outcome('Ignored.'),
}
