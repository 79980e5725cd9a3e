import { outcome, refusal } from './refusal.ts'

export const assetRefusals = {
  'asset-not-found': refusal(404, 'Asset not found.'),
  'tag-in-use': refusal(409, 'This tag is already in use.'),
  'tag-on-asset': refusal(409, 'This tag is already on {assetTagId} ({assetName}).'),
  'asset-without-tag': refusal(409, 'This asset has no tag.'),
  'list-too-long-to-sort': refusal(400, 'Filter the list to at most {most} assets to sort it this way.'),
  'list-too-long-to-filter': refusal(
    400,
    'Filter the list to at most {most} assets by other means, or give the field an index.',
  ),
  'own-field-unknown': refusal(400, 'The field {field} does not exist.'),
  'own-field-out-of-use': refusal(400, 'The field {field} is no longer used.'),
  'own-field-test-wrong': refusal(400, 'This filter does not fit the field {field}.'),
  'state-unknown': refusal(400, 'This state does not exist.'),
  'state-required': refusal(400, 'Please choose a state.'),
  'asset-moved-since': refusal(409, 'The asset was moved again in the meantime.'),
  'asset-assigned-since': refusal(409, 'The asset was assigned again in the meantime.'),
  'former-user-gone': refusal(409, 'Its former assigned user no longer exists, or you cannot see them.'),
  'former-place-gone': refusal(409, 'Its former place no longer exists, or you cannot see it.'),
  done: outcome('Done.'),
  restored: outcome('Restored.'),
  'restored-tag-on-asset': outcome('Restored without its tag {rfidTag}, which is now on {assetTagId}.'),
  'restored-tag-elsewhere': outcome('Restored without its tag {rfidTag}, which is in use elsewhere.'),
}
