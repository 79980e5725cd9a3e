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
  'inventory-blind': refusal(403, 'It is counted blind: what is expected is shown once it is approved.'),
  'inventory-not-yours': refusal(403, 'Others were chosen to count it.'),
  'inventory-counted-yourself': refusal(403, 'You counted in it, so someone else has to approve it.'),
  'inventory-reads-unsent': refusal(409, '{device} of {user} still has {unsent} reads to send.'),
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
