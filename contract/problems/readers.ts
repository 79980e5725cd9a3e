import { outcome, refusal } from './refusal.ts'

export const readerRefusals = {
  'reader-not-found': refusal(404, 'Reader not found.'),
  'reader-name-taken': refusal(409, 'This place already has a reader with this name.'),
  'reader-point-outside': refusal(400, 'An antenna can only look into a room in the place of its reader.'),
  'dead-letter-not-found': refusal(404, 'Message not found.'),
  'sighting-not-found': refusal(404, 'The asset is no longer seen elsewhere.'),
  'sighting-out-of-scope': refusal(403, 'The asset was seen in a place you cannot see.'),
  replaying: outcome('Trying again.'),
  discarded: outcome('Discarded.'),
  'moved-here': outcome('Registered where it was seen.'),
  'handheld-not-found': refusal(404, 'Handheld not found.'),
  'handheld-name-taken': refusal(400, 'Another handheld has this name.'),
  'handheld-place-required': refusal(400, 'Choose a place: you do not see all places.'),
  'handhelds-too-many': refusal(409, 'There can be at most {most} handhelds.'),
  'handheld-revoked': refusal(
    403,
    'This handheld may not send anything. Its reads stay on it. Ask for a new link for it.',
  ),
}
