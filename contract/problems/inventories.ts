import { outcome, refusal } from './refusal.ts'

export const inventoryRefusals = {
  'inventory-not-found': refusal(404, 'Inventory not found.'),
  'inventory-not-planned': refusal(409, 'Counting has already started.'),
  'inventory-not-counting': refusal(409, 'This inventory is not being counted now.'),
  'inventory-not-in-review': refusal(409, 'This inventory is not under review.'),
  'inventory-closed': refusal(409, 'This inventory is closed and can no longer be changed.'),
  'inventory-busy': refusal(
    409,
    'This inventory is being started or approved. Please wait until that is done.',
  ),
  'inventory-place-open': refusal(
    409,
    'Inventory {inventory} is already counting this place, or a place above or below it.',
  ),
  'inventory-place-merging': refusal(409, 'A place in it is being merged. Please wait until that is done.'),
  'inventory-blind': refusal(
    403,
    'This is a blind count. The expected assets are shown once it is approved.',
  ),
  'inventory-not-yours': refusal(403, 'You are not one of the counters of this inventory.'),
  'inventory-items-opened': refusal(
    403,
    'You opened the items of this blind inventory, so somebody else has to count it.',
  ),
  'inventory-person-opened-items': refusal(
    409,
    '{people} opened the items of this blind inventory, so somebody else has to count it.',
  ),
  'inventory-counted-yourself': refusal(403, 'You counted in it, so somebody else has to approve it.'),
  'inventory-counters-count': refusal(
    403,
    'You are one of its counters. The person who planned it, or a manager who does not count, can do this.',
  ),
  'inventory-proposed-yourself': refusal(403, 'You made proposals, so somebody else has to approve it.'),
  'inventory-planned-yourself': refusal(
    403,
    'You planned it, or chose its approver or minimum, so somebody else has to approve it.',
  ),
  'inventory-account-yours': refusal(
    403,
    'You created or changed the account of a counter since it was planned, so somebody else has to approve it.',
  ),
  'inventory-printed-yourself': refusal(
    403,
    'You printed labels of its assets since they were counted last, so somebody else has to approve it.',
  ),
  'inventory-tagged-yourself': refusal(
    403,
    'You put tags on its assets since they were counted last, so somebody else has to approve it.',
  ),
  'inventory-not-approver': refusal(403, 'Another person is named to approve it.'),
  'inventory-too-little-counted': refusal(409, 'Less was counted than its plan requires.'),
  'inventory-approver-takes-part': refusal(
    400,
    'The approver cannot be you, a counter, or the person who planned it.',
  ),
  'inventory-exception-known': refusal(409, 'An exception was allowed for this inventory before.'),
  'inventory-exception-own': refusal(403, 'Another administrator has to allow an exception for you.'),
  'inventory-nothing-counted': refusal(409, 'Nothing was counted in it. Cancel it instead.'),
  'inventory-open-items': refusal(
    409,
    'Nothing is proposed for {count} items. Say why it is approved nevertheless.',
  ),
  'inventory-owner-cannot': refusal(400, 'This person cannot see the place, or does not manage assets.'),
  'inventory-replaced-by-itself': refusal(400, 'An asset cannot be replaced by itself.'),
  'investigation-not-found': refusal(404, 'Investigation not found.'),
  'investigation-closed': refusal(409, 'The outcome of this investigation has been noted.'),
  'investigation-own': refusal(
    403,
    'You investigated or counted it, so somebody else has to note the outcome.',
  ),
  'programme-not-found': refusal(404, 'Verification programme not found.'),
  'programme-retired': refusal(409, 'This verification programme has ended.'),
  'programme-line-not-found': refusal(404, 'This place is not part of the verification programme.'),
  'programme-line-planned': refusal(409, 'All inventories of this place are planned.'),
  'programme-too-large': refusal(400, 'These are more than {most} places. Choose a higher level.'),
  'programme-period-wrong': refusal(400, 'The end must be after the start.'),
  'programme-day-outside': refusal(400, 'Choose a day within the period of the programme.'),
  'inventory-reads-unsent': refusal(409, '{device} of {user} still has {unsent} reads to send.'),
  'inventory-device-silent': refusal(
    409,
    '{device} of {user} downloaded the inventory and has not reported since. It may hold reads.',
  ),
  'inventory-late-reads': refusal(409, 'Late reads are waiting in it. Include them or leave them out first.'),
  'inventory-person-out-of-scope': refusal(
    400,
    'This person cannot see the place, or does not manage assets.',
  ),
  'inventory-blind-people': refusal(400, 'For a blind count, choose the counters.'),
  'inventory-too-many-tags': refusal(
    400,
    'These are {count} different tags. Send at most {most} in one request.',
  ),
  'inventory-place-outside': refusal(400, 'This place is not part of the inventory.'),
  'inventory-item-not-found': refusal(404, 'Item not found.'),
  'resolution-not-possible': refusal(409, 'This action is not possible for this item.'),
  'unknown-tag-not-found': refusal(404, 'Tag not found.'),
  proposed: outcome('Proposed.'),
  'proposal-withdrawn': outcome('Undone.'),
  ignored: outcome('Ignored.'),
}
