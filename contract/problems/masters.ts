import { refusal } from './refusal.ts'

/** Errors of places and other masters. */
export const masterRefusals = {
  'record-not-found': refusal(404, 'Record not found.'),
  'uses-not-sorted': refusal(
    400,
    'The list cannot be sorted by use, because uses are counted only for the records shown.',
  ),
  'city-not-found': refusal(404, 'City not found.'),
  'location-unknown': refusal(400, 'This location does not exist.'),
  'place-unknown': refusal(400, 'This place does not exist.'),
  'place-among-unknown': refusal(400, 'One of these places does not exist.'),
  'place-in-another-city': refusal(400, 'This place is in another city.'),
  'masters-need-everywhere': refusal(
    403,
    'This affects every place. Only people who see every place can do it.',
  ),
  'city-name-reserved': refusal(400, 'This word is used in addresses. Please choose another name.'),
  'master-name-taken': refusal(400, 'There is already a record with this name.'),
  'master-parent-wrong': refusal(400, 'It cannot belong to this place.'),
  'master-in-use': refusal(409, 'It is in use. Merge it into another record instead.'),
  'master-in-use-once': refusal(409, 'It is in use 1 time. Merge it into another record instead.'),
  'master-in-use-times': refusal(409, 'It is in use {count} times. Merge it into another record instead.'),
  'master-in-use-beyond': refusal(
    409,
    'It is in use more than {count} times. Merge it into another record instead.',
  ),
  'master-in-bin-once': refusal(
    409,
    '1 deleted asset uses it. Merge it into another record instead, or restore and change that asset.',
  ),
  'master-in-bin-times': refusal(
    409,
    '{count} deleted assets use it. Merge it into another record instead, or restore and change them.',
  ),
  'master-in-bin-beyond': refusal(
    409,
    'More than {count} deleted assets use it. Merge it into another record instead.',
  ),
  'master-being-merged': refusal(409, 'This record is being merged. Please wait until that is done.'),
  'merge-same-names': refusal(
    409,
    'Both contain a place with the same name. Merge or rename those places first.',
  ),
  'merge-same-readers': refusal(409, 'Both contain a reader with the same name. Rename one of them first.'),
  'merge-being-counted': refusal(
    409,
    'This place is in inventory {inventory}, which is not closed yet. Approve or cancel that inventory first.',
  ),
}
