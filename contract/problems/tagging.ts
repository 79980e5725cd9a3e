import { outcome, refusal } from './refusal.ts'

export const taggingRefusals = {
  'tagging-drive-not-found': refusal(404, 'Tagging drive not found.'),
  'tagging-drive-closed': refusal(409, 'This tagging drive is closed.'),
  'tagging-not-yours': refusal(403, 'Only the people who are named in this tagging drive can tag in it.'),
  'tagging-not-manager': refusal(
    403,
    'You are named to tag in it. The person who started it, or a manager who is not named, can do this.',
  ),
  'tagging-place-outside': refusal(400, 'This place is not part of the tagging drive.'),
  'tagging-asset-outside': refusal(
    409,
    '{assetTagId} is registered outside of the place of this tagging drive.',
  ),
  'tagging-asset-has-tag': refusal(
    409,
    '{assetTagId} already has the tag {rfidTag}. Say that it is to be replaced.',
  ),
  'tagging-read-back-differs': refusal(409, 'Another tag was read on the asset: {readBack}.'),
  'tagging-entry-known': refusal(409, 'Another entry has this id.'),
  'tagging-association-not-found': refusal(404, 'Association not found.'),
  'tagging-check-own': refusal(403, 'You tagged this asset, so somebody else has to check it.'),
  'tagging-checked-before': refusal(409, 'This association has been checked, or the asset was tagged again.'),
  'tag-check-right': outcome('The right tag is on the asset.'),
  'tag-check-other': outcome('Another tag is on the asset. Tag it again.'),
  'tag-check-of-other': outcome('The tag of {assetTagId} ({assetName}) is on this asset. Tag both again.'),
  'tag-check-none': outcome('No tag can be read on the asset. Tag it again.'),
}
